import type { FastifyInstance } from "fastify";
import { type App, buildApp } from "#server/app.ts";
import { Database } from "#server/platform/database/Database.ts";
import type { TestApp } from "./testApp.ts";

/** A second server process of the same app: its own connections, the same database. */
export interface SecondServer {
  server: FastifyInstance;
  url: string;
  app: App;
  close(): Promise<void>;
}

/** Starts a second server beside a test's server; `DatabaseClass` lets a test inject a faulty one. */
export async function startSecondServer(
  app: TestApp,
  DatabaseClass: typeof Database = Database,
): Promise<SecondServer> {
  const problems: Error[] = [];
  const database = new DatabaseClass(app.config.databaseUrl ?? "", {
    size: 10,
    onIdleError: (error) => problems.push(error),
  });
  const secondApp = await buildApp({ config: app.config, database, clock: app.clock, logger: false });
  const url = await secondApp.server.listen({ host: "127.0.0.1", port: 0 });
  return {
    server: secondApp.server,
    url,
    app: secondApp,
    close: async () => {
      await secondApp.server.close();
      const connectionErrors = [...problems];
      await database.close();
      if (connectionErrors.length > 0)
        throw new AggregateError(connectionErrors, "database connections were lost during the test");
    },
  };
}
