import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import path from "node:path";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./config.ts";
import { makeDeps } from "./makeDeps.ts";
import { bindModules } from "./modules/modules.ts";
import { AppError } from "./platform/AppError.ts";
import { answerFailures, answerUnreadable } from "./platform/answers.ts";
import type { Clock } from "./platform/clock.ts";
import type { ContentNews } from "./platform/content/ContentNews.ts";
import type { Database } from "./platform/Database.ts";
import { DatabaseClock } from "./platform/DatabaseClock.ts";
import { Documents } from "./platform/documents/Documents.ts";
import { OwnCalls } from "./platform/documents/OwnCalls.ts";
import { documentHeaders, reportDirectives } from "./platform/documents/policies.ts";
import { PolicyReports, takePolicyReports } from "./platform/documents/policyReports.ts";
import { wantsDocument } from "./platform/documents/refusal.ts";
import { closeInAQuietMoment, endSilentConnections } from "./platform/endConnections.ts";
import { errorForLog } from "./platform/errorForLog.ts";
import { addHealth } from "./platform/health.ts";
import { networkOf } from "./platform/limits/networkOf.ts";
import { queueCalls } from "./platform/limits/queueCalls.ts";
import { RateStore } from "./platform/limits/RateStore.ts";
import { Metrics } from "./platform/metrics/Metrics.ts";
import { projectRoot } from "./platform/projectRoot.ts";
import { refuseOtherMethods } from "./platform/refuseOtherMethods.ts";
import { Sweeper, type SweeperJob } from "./platform/Sweeper.ts";
import { watchRefusals } from "./platform/security/watchRefusals.ts";
import { serveStaticFiles } from "./platform/staticFiles.ts";
import { takeInputStrictly } from "./platform/strictInput.ts";
import { writeAnswersBySchema } from "./platform/writeAnswers.ts";

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
  const proxies = config.trustProxy;
  return Fastify({
    logger: logger ?? logOptions(config),
    logController: new LogController({ disableRequestLogging: ownCalls.isOwn }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: answerUnreadable,
    trustProxy: typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 64 * 1024,
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
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The map service answers as a script (JSONP), which runs in a document of its own (askerPolicy).
        scriptSrc: ["'self'"],
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
        ...reportDirectives,
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
    keyGenerator: (request) => networkOf(request.ip ?? "gone"),
    allowList: (request) =>
      ownCalls.isOwn(request) || !(request.url.startsWith("/api/") || wantsDocument(request)),
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

/** Builds the whole server without listening. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database } = parts;
  const ownCalls = new OwnCalls();
  const server = createServer(parts, ownCalls);
  const databaseClock = await DatabaseClock.open(database, server.log);
  const deps = makeDeps(parts, parts.clock ?? databaseClock, server.log);
  endSilentConnections(server);
  const closeMethods = refuseOtherMethods(server);
  takeInputStrictly(server);
  writeAnswersBySchema(server);
  answerFailures(server);
  watchRefusals(server, deps.security);
  // Before anything is bound, so that it sees every call.
  const reports = new PolicyReports();
  const metrics = config.metrics && new Metrics(server, { database, jobAges: () => sweeper.ages(), reports });
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  server.addHook("preClose", async () => drain());
  server.addHook("onRequest", async ({ url }, reply) => {
    if (!url.startsWith("/api/")) reply.headers(documentHeaders);
  });
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // A connection that is kept after its last answer would hold the stop up until it has been idle for long.
    if (isDraining) reply.header("connection", "close");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
  });
  queueCalls(server, deps.watch, config.databaseWaitMs);
  await addSafety(server, { config, database, ownCalls });
  // What strangers need not know of a shop.
  if (!config.isProduction) await addDocs(server);
  addHealth(server, database, () => isDraining);
  takePolicyReports(server, reports);
  const jobs = [databaseClock.job, ...bindModules(server, deps)];
  closeMethods();
  const webFolder = parts.webFolder ?? path.join(projectRoot(), "dist/web");
  const documents = new Documents({
    webFolder,
    screensFolder: parts.screensFolder ?? path.join(projectRoot(), "dist/screens"),
    ask: (address, etag) => ownCalls.ask(server, address, etag),
    log: server.log,
    clock: deps.clock,
    memory: config.answerMemoryBytes / 4,
  });
  const mapsOrigin = config.maps.baseUrl === "" ? null : new URL(config.maps.baseUrl).origin;
  await serveStaticFiles(server, { folder: webFolder, documents, mapsOrigin });
  closeInAQuietMoment(server);
  const sweeper = new Sweeper(jobs, server.log, (work) => database.patiently(work));
  server.addHook("onListen", async () => {
    deps.content.start();
    deps.watch.start();
    // Nobody waits for it: without pictures the shop sells on.
    deps.files.check().catch((err: unknown) => server.log.error({ err }, "pictures cannot be kept"));
    documents.warm().catch((error: unknown) => server.log.warn({ err: error }, "no documents yet"));
  });
  server.addHook("onClose", async () => {
    deps.watch.stop();
    await sweeper.stop();
    await deps.content.stop();
    deps.files.close();
  });
  return { server, sweeper, jobs, content: deps.content, drain, metrics };
}
