import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { Database } from "./platform/database/Database.ts";
import { migrateDatabase } from "./platform/database/migrate-database.ts";
import { ReadReplica } from "./platform/database/ReadReplica.ts";
import { startMetricsServer } from "./platform/metrics/metrics-server.ts";

/** A listening server. */
export interface RunningServer {
  url: string;
  /**
   * Reports not ready for the drain delay, finishes requests in flight, then closes the database connections.
   */
  close(): Promise<void>;
}

/** Migrates the database, seeds it if configured, and listens. */
export async function serve(config: Config, databaseUrl: string): Promise<RunningServer> {
  const { hasNewerTables } = await migrateDatabase(databaseUrl);
  let log: FastifyBaseLogger | null = null;
  const database = new Database(databaseUrl, {
    size: config.poolSize,
    waitMs: config.databaseWaitMs,
    onIdleError: (error) => log?.warn({ err: error }, "database connection lost"),
    onRetry: (retry) => log?.info(retry, "transaction begins anew"),
    replica: config.replicaUrl === null ? undefined : openReplica(config.replicaUrl, config, () => log),
  });
  try {
    const leftOut = config.seedDemo ? await seedDemo(database, new Date()) : [];
    const { server, sweeper, drain, metrics } = await buildApp({ config, database });
    log = server.log;
    if (hasNewerTables) log.warn("a newer version has migrated the database: this version uses its tables");
    for (const items of leftOut) server.log.warn({ items }, "a part of the demo was left out");
    const url = await server.listen({ host: config.host, port: config.port });
    sweeper.start();
    const metricsServer = metrics && config.metrics && (await startMetricsServer(metrics, config.metrics));
    return {
      url,
      close: async () => {
        drain();
        // Long enough for proxies to notice and route elsewhere; requests that arrive meanwhile are served.
        await sleep(config.shutdownDelayMs);
        await server.close();
        await metricsServer?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the replica; a lost one is logged, since reads go on at the primary. */
function openReplica(url: string, { poolSize }: Config, getLog: () => FastifyBaseLogger | null): ReadReplica {
  return new ReadReplica(url, {
    size: poolSize,
    onChange: (trouble) => {
      if (trouble === null) getLog()?.info("the replica serves reads again");
      else if (trouble === "lag") getLog()?.warn("the replica lags: the primary serves reads");
      else getLog()?.warn({ err: trouble }, "the replica failed: the primary serves reads");
    },
  });
}
