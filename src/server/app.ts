import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import path from "node:path";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./config.ts";
import { Amap } from "./gateways/maps.ts";
import { S3Store } from "./gateways/S3Store.ts";
import { AliyunSms } from "./gateways/sms.ts";
import { WechatOpenPlatform } from "./gateways/wechat/WechatOpenPlatform.ts";
import { WechatPayV3 } from "./gateways/wechat-pay/WechatPayV3.ts";
import { bindModules } from "./modules/modules.ts";
import { AppError } from "./platform/AppError.ts";
import { answerFailures, answerUnreadable } from "./platform/answers.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { ContentNews } from "./platform/content/ContentNews.ts";
import type { Database } from "./platform/Database.ts";
import { DatabaseWatch } from "./platform/DatabaseWatch.ts";
import type { Deps } from "./platform/Deps.ts";
import { Documents } from "./platform/documents/Documents.ts";
import { OwnCalls } from "./platform/documents/OwnCalls.ts";
import { closeInAQuietMoment, endSilentConnections } from "./platform/endConnections.ts";
import { errorForLog } from "./platform/errorForLog.ts";
import { DiskStore } from "./platform/files/DiskStore.ts";
import { RateStore } from "./platform/limits/RateStore.ts";
import { Metrics } from "./platform/metrics/Metrics.ts";
import { tablesCheck } from "./platform/migrateDatabase.ts";
import { projectRoot } from "./platform/projectRoot.ts";
import { Sweeper, type SweeperJob } from "./platform/Sweeper.ts";
import { serveStaticFiles } from "./platform/staticFiles.ts";
import { takeInputStrictly } from "./platform/strictInput.ts";

const bodyMaxBytes = 64 * 1024;
type Logger = NonNullable<FastifyHttpOptions<Server>["logger"]>;

/** What the server is built from; tests replace the clock and switch the log off. */
export interface AppParts {
  config: Config;
  database: Database;
  clock?: Clock;
  logger?: Logger;
  /** Where the built web app lies; default dist/web. */
  webFolder?: string;
  /** Where its pages for the server lie; default dist/screens. */
  screensFolder?: string;
}

export interface App {
  server: FastifyInstance;
  sweeper: Sweeper;
  /** What the sweeper runs. */
  jobs: SweeperJob[];
  content: ContentNews;
  /** From now on it says that it is not ready and asks connections to be ended; it serves on until it is closed. */
  drain(): void;
  /** When the settings ask for them. */
  metrics: Metrics | null;
}

/** Logs say which call and how it ended; no header, query, body or address of a person is in them. */
export function logOptions(config: Config): Logger {
  return {
    level: config.logLevel,
    serializers: {
      req: (request) => ({ id: request.id, method: request.method, path: request.url.split("?")[0] }),
      res: (reply) => ({ status: reply.statusCode }),
      err: errorForLog,
    },
  };
}

function createServer({ config, logger }: AppParts, ownCalls: OwnCalls): FastifyInstance {
  return Fastify({
    logger: logger ?? logOptions(config),
    logController: new LogController({ disableRequestLogging: ownCalls.isOwn }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: answerUnreadable,
    trustProxy: config.trustProxy,
    bodyLimit: bodyMaxBytes,
    requestTimeout: 20_000,
    forceCloseConnections: "idle",
    // What comes while it is closing is served like everything else, until nobody can come any more.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
  });
}

interface SafetyParts {
  config: Config;
  database: Database;
  ownCalls: OwnCalls;
}

async function addSafety(server: FastifyInstance, parts: SafetyParts): Promise<void> {
  const { config, database, ownCalls } = parts;
  const maps = config.maps.baseUrl === "" ? [] : [new URL(config.maps.baseUrl).origin];
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Reverse geocoding answers as a script (JSONP), from this one host.
        scriptSrc: ["'self'", ...maps],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The SDK reports by loading a picture from the open platform; WeChat keeps avatars on the other host.
        imgSrc: [
          "'self'",
          "data:",
          "blob:",
          "https://open.weixin.qq.com",
          "https://thirdwx.qlogo.cn",
          new URL(config.wechat.openBaseUrl).origin,
        ],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.isProduction,
    // Never a path or query, which may hold a login code; but the origin, which WeChat's H5 payment asks for.
    referrerPolicy: { policy: "strict-origin" },
    crossOriginEmbedderPolicy: false,
  });
  await server.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    // The plugin makes its store itself; this one needs the database.
    store: class extends RateStore {
      constructor() {
        super({ database, log: server.log });
      }
    },
    // A client that has hung up has no address any more.
    keyGenerator: (request) => request.ip ?? "gone",
    allowList: (request) => !request.url.startsWith("/api/") || ownCalls.isOwn(request),
    errorResponseBuilder: (_request, context) =>
      new AppError("rate_limited", {}, undefined, Math.ceil(context.ttl / 1000)),
  });
}

async function addDocs(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      info: {
        title: "食单 Shidan",
        version: "1",
        description: "Replies are {code, msg, data}; code 200 is success.",
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
  });
  server.get("/api/docs/json", { schema: { hide: true } }, () => server.swagger());
}

/** Alive: the process answers. Ready: it is not about to stop, and the database answers and has its tables. */
function addHealth(server: FastifyInstance, database: Database, isDraining: () => boolean): void {
  const schema = { hide: true };
  const hasTables = tablesCheck();
  server.get("/healthz", { schema }, () => ({ status: "ok" }));
  server.get("/readyz", { schema }, async () => {
    if (isDraining() || !(await server.orAway(() => hasTables(database.pool))))
      throw new AppError("unavailable", {}, undefined, 2);
    return { status: "ready" };
  });
}

/** Builds the whole server without listening. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database } = parts;
  const ownCalls = new OwnCalls();
  const server = createServer(parts, ownCalls);
  const deps: Deps = {
    config,
    database,
    clock: parts.clock ?? systemClock,
    content: new ContentNews({ database, log: server.log }),
    files: config.s3 === null ? new DiskStore(config.filesDir) : new S3Store(config.s3),
    log: server.log,
    sms: new AliyunSms(config.sms),
    maps: new Amap(config.maps),
    wechat: new WechatOpenPlatform(config.wechat),
    pay: new WechatPayV3(config.wechatPay, config.publicUrl),
  };
  endSilentConnections(server);
  takeInputStrictly(server);
  answerFailures(server);
  // Before anything is bound, so that it sees every call.
  const metrics = config.metrics && new Metrics(server, { database, jobAges: () => sweeper.ages() });
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  server.addHook("preClose", async () => drain());
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // A connection that is kept after its last answer would hold the stop up until it has been idle for long.
    if (isDraining) reply.header("connection", "close");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
  });
  const watch = new DatabaseWatch(deps);
  server.decorate("orAway", (work) => watch.orAway(work));
  await addSafety(server, { config, database, ownCalls });
  await addDocs(server);
  addHealth(server, database, () => isDraining);
  const jobs = bindModules(server, deps);
  const webFolder = parts.webFolder ?? path.join(projectRoot(), "dist/web");
  const documents = new Documents({
    webFolder,
    screensFolder: parts.screensFolder ?? path.join(projectRoot(), "dist/screens"),
    ask: (address, etag) => ownCalls.ask(server, address, etag),
    log: server.log,
    clock: deps.clock,
    memory: config.answerMemoryBytes / 4,
  });
  await serveStaticFiles(server, webFolder, documents);
  closeInAQuietMoment(server);
  const sweeper = new Sweeper(jobs, server.log);
  server.addHook("onListen", async () => {
    deps.content.start();
    watch.start();
    // Nobody waits for it: without pictures the shop sells on.
    deps.files.check().catch((err: unknown) => server.log.error({ err }, "pictures cannot be kept"));
    documents.warm().catch((error: unknown) => server.log.warn({ err: error }, "no documents yet"));
  });
  server.addHook("onClose", async () => {
    watch.stop();
    await sweeper.stop();
    await deps.content.stop();
    deps.files.close();
  });
  return { server, sweeper, jobs, content: deps.content, drain, metrics };
}
