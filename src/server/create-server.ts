import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { frameworkErrorHandler } from "./platform/http/error-handler.ts";
import { OneLineLogController, RequestLog } from "./platform/http/request-log.ts";
import { type LoggerOption, logOptions } from "./platform/log-options.ts";
import type { OtlpTracer } from "./platform/tracing/OtlpTracer.ts";
import { version } from "./platform/version.ts";
import type { TracingConfig } from "./settings/tracing-config.ts";

/**
 * Creates the server without routes: its log, the traces of its requests and its limits. `isInternal` tells requests that
 * it makes itself; the tracer is null without a collector.
 */
export async function createServer(
  { config, logger }: { config: Config; logger?: LoggerOption | undefined },
  isInternal: (request: { headers: Record<string, unknown> }) => boolean,
): Promise<{ server: FastifyInstance; tracer: OtlpTracer | null }> {
  const requestLog = new RequestLog(isInternal);
  const proxies = config.trustProxy;
  const server = Fastify({
    logger: logger ?? logOptions(config),
    logController: new OneLineLogController(),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => {
      requestLog.open(request, reply);
      frameworkErrorHandler(error, request, reply);
    },
    trustProxy: typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 64 * 1024,
    requestTimeout: 20_000,
    forceCloseConnections: "idle",
    // Requests that arrive while the server is closing are served until the listener is closed.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
  });
  server.log.info({ version }, `Shidan ${version} starts`);
  for (const warning of config.warnings) server.log.warn(warning);
  const tracer = config.tracing && (await openTracer(config.tracing, server.log));
  requestLog.register(server, tracer);
  return { server, tracer };
}

/** Loads OpenTelemetry on demand: without a collector the server starts without it. */
async function openTracer(config: TracingConfig, log: FastifyBaseLogger): Promise<OtlpTracer> {
  const { OtlpTracer } = await import("./platform/tracing/OtlpTracer.ts");
  return new OtlpTracer(config, log);
}
