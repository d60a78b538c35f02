import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import path from "node:path";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./config.ts";
import { createDeps } from "./create-deps.ts";
import { registerModules } from "./modules/register-modules.ts";
import type { Database } from "./platform/database/Database.ts";
import { DatabaseClock } from "./platform/database/DatabaseClock.ts";
import { AppError } from "./platform/http/AppError.ts";
import { frameworkErrorHandler, registerErrorHandler } from "./platform/http/error-handler.ts";
import { isPageRequest } from "./platform/http/error-page.ts";
import { closeIdleSockets, closeListenerWhenIdle } from "./platform/http/graceful-close.ts";
import { registerHealthRoutes } from "./platform/http/health.ts";
import { registerLoadShedding } from "./platform/http/load-shedding.ts";
import { trackRouteMethods } from "./platform/http/method-not-allowed.ts";
import { registerSerializer } from "./platform/http/serialization.ts";
import { serveStaticFiles } from "./platform/http/static-files.ts";
import { registerStrictValidation } from "./platform/http/validation.ts";
import { Sweeper, type SweeperJob } from "./platform/jobs/Sweeper.ts";
import { toClientNetwork } from "./platform/limits/client-network.ts";
import { PostgresRateLimitStore } from "./platform/limits/PostgresRateLimitStore.ts";
import { Metrics } from "./platform/metrics/Metrics.ts";
import { projectRoot } from "./platform/project-root.ts";
import type { ContentChangeFeed } from "./platform/response-cache/ContentChangeFeed.ts";
import { pageHeaders, reportDirectives } from "./platform/security/content-security-policy.ts";
import { CspReports, registerCspReports } from "./platform/security/csp-reports.ts";
import { recordRefusals } from "./platform/security/record-refusals.ts";
import { serializeError } from "./platform/serialize-error.ts";
import type { Clock } from "./platform/time/clock.ts";
import { HtmlPages } from "./ssr/HtmlPages.ts";
import { InternalApi } from "./ssr/InternalApi.ts";

type Logger = NonNullable<FastifyHttpOptions<Server>["logger"]>;

/** What the server is built from; tests replace the clock and switch the log off. */
export interface AppOptions {
  config: Config;
  database: Database;
  clock?: Clock;
  logger?: Logger;
  /** Where the built web app lies; default dist/web. */
  webFolder?: string;
  /** Where its pages for the server lie; default dist/screens. */
  ssrFolder?: string;
}

export interface App {
  server: FastifyInstance;
  sweeper: Sweeper;
  /** What the sweeper runs. */
  jobs: SweeperJob[];
  content: ContentChangeFeed;
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
      err: serializeError,
    },
  };
}

function createServer({ config, logger }: AppOptions, internalApi: InternalApi): FastifyInstance {
  const proxies = config.trustProxy;
  return Fastify({
    logger: logger ?? logOptions(config),
    logController: new LogController({ disableRequestLogging: internalApi.isInternal }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: frameworkErrorHandler,
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

interface SecurityOptions {
  config: Config;
  database: Database;
  internalApi: InternalApi;
}

async function registerSecurity(server: FastifyInstance, options: SecurityOptions): Promise<void> {
  const { config, database, internalApi } = options;
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The map service answers as a script (JSONP), which runs in a document of its own (locatePagePolicy).
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
    store: class extends PostgresRateLimitStore {
      constructor() {
        super({ database, log: server.log });
      }
    },
    // A client that has hung up has no address any more.
    keyGenerator: (request) => toClientNetwork(request.ip ?? "gone"),
    allowList: (request) =>
      internalApi.isInternal(request) || !(request.url.startsWith("/api/") || isPageRequest(request)),
    errorResponseBuilder: (_request, context) =>
      new AppError("rate_limited", {}, undefined, Math.ceil(context.ttl / 1000)),
  });
}

async function registerOpenApi(server: FastifyInstance): Promise<void> {
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
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database } = options;
  const internalApi = new InternalApi();
  const server = createServer(options, internalApi);
  const databaseClock = await DatabaseClock.open(database, server.log);
  const deps = createDeps(options, options.clock ?? databaseClock, server.log);
  closeIdleSockets(server);
  const addMethodNotAllowedRoutes = trackRouteMethods(server);
  registerStrictValidation(server);
  registerSerializer(server);
  registerErrorHandler(server);
  recordRefusals(server, deps.security);
  // Before anything is bound, so that it sees every call.
  const reports = new CspReports();
  const metrics =
    config.metrics && new Metrics(server, { database, jobAges: () => sweeper.jobAges(), reports });
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  server.addHook("preClose", async () => drain());
  server.addHook("onRequest", async ({ url }, reply) => {
    if (!url.startsWith("/api/")) reply.headers(pageHeaders);
  });
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // A connection that is kept after its last answer would hold the stop up until it has been idle for long.
    if (isDraining) reply.header("connection", "close");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
  });
  registerLoadShedding(server, deps.databaseHealth, config.databaseWaitMs);
  await registerSecurity(server, { config, database, internalApi });
  // What strangers need not know of a shop.
  if (!config.isProduction) await registerOpenApi(server);
  registerHealthRoutes(server, database, () => isDraining);
  registerCspReports(server, reports);
  const jobs = [databaseClock.job, ...registerModules(server, deps)];
  addMethodNotAllowedRoutes();
  const webFolder = options.webFolder ?? path.join(projectRoot(), "dist/web");
  const htmlPages = new HtmlPages({
    webFolder,
    ssrFolder: options.ssrFolder ?? path.join(projectRoot(), "dist/screens"),
    fetchJson: (address, etag) => internalApi.fetch(server, address, etag),
    log: server.log,
    clock: deps.clock,
    maxCacheBytes: config.responseCacheBytes / 4,
  });
  const mapsOrigin = config.maps.baseUrl === "" ? null : new URL(config.maps.baseUrl).origin;
  await serveStaticFiles(server, { folder: webFolder, htmlPages, mapsOrigin });
  closeListenerWhenIdle(server);
  const sweeper = new Sweeper(jobs, server.log, (work) => database.runInBackground(work));
  server.addHook("onListen", async () => {
    deps.content.start();
    deps.databaseHealth.start();
    // Nobody waits for it: without pictures the shop sells on.
    deps.files.check().catch((err: unknown) => server.log.error({ err }, "pictures cannot be kept"));
    htmlPages.warmUp().catch((error: unknown) => server.log.warn({ err: error }, "no documents yet"));
  });
  server.addHook("onClose", async () => {
    deps.databaseHealth.stop();
    await sweeper.stop();
    await deps.content.stop();
    deps.files.close();
  });
  return { server, sweeper, jobs, content: deps.content, drain, metrics };
}
