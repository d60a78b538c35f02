import type { Server } from "node:http";
import type { FastifyHttpOptions } from "fastify";
import { serializeError } from "./serialize-error.ts";
import { currentTraceId } from "./tracing/trace.ts";

/** The `logger` option of Fastify. */
export type LoggerOption = NonNullable<FastifyHttpOptions<Server>["logger"]>;

/** Logger options: each line of a request or a job has its trace id; no header, query, body or whole address. */
export function logOptions({ logLevel }: { logLevel: string }): LoggerOption {
  return {
    level: logLevel,
    mixin: () => {
      const trace = currentTraceId();
      return trace === undefined ? {} : { trace };
    },
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
      res: (reply) => ({ status: reply.statusCode }),
      err: serializeError,
    },
  };
}
