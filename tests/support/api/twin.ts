import type { FastifyInstance } from "fastify";
import { type App, buildApp } from "#server/app.ts";
import { Database } from "#server/platform/Database.ts";
import type { TestApp } from "./testApp.ts";

/** A second server process of the same shop: its own connections, the same database. */
export interface Twin {
  server: FastifyInstance;
  url: string;
  app: App;
  close(): Promise<void>;
}

/** Starts one beside a test's server; `DatabaseClass` lets a test put one that misbehaves. */
export async function startTwin(app: TestApp, DatabaseClass: typeof Database = Database): Promise<Twin> {
  const problems: Error[] = [];
  const database = new DatabaseClass(app.config.databaseUrl ?? "", {
    size: 10,
    onIdleError: (error) => problems.push(error),
  });
  const twin = await buildApp({ config: app.config, database, clock: app.clock, logger: false });
  const url = await twin.server.listen({ host: "127.0.0.1", port: 0 });
  return {
    server: twin.server,
    url,
    app: twin,
    close: async () => {
      await twin.server.close();
      const lost = [...problems];
      await database.close();
      if (lost.length > 0) throw new AggregateError(lost, "database connections were lost during the test");
    },
  };
}
