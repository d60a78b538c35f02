import type { FastifyInstance } from "fastify";
import type { Database } from "../database/Database.ts";
import { schemaCheck } from "../database/migrate-database.ts";
import { version } from "../version.ts";
import { AppError } from "./AppError.ts";

/**
 * Registers the probes. Live: the process responds. Ready: it is not draining, and the database responds and
 * has its tables.
 */
export function registerHealthRoutes(
  server: FastifyInstance,
  database: Database,
  isDraining: () => boolean,
): void {
  const options = { schema: { hide: true }, config: { requestLogLevel: "debug" } } as const;
  const isSchemaCurrent = schemaCheck();
  server.get("/healthz", options, () => ({ status: "ok", version }));
  server.get("/readyz", options, async () => {
    if (isDraining() || !(await server.withLoadShedding(() => isSchemaCurrent(database.pool))))
      throw new AppError("unavailable", {}, undefined, 2);
    return { status: "ready" };
  });
}
