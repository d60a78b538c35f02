import type { TestApp } from "./testApp.ts";

/** The connections on which an app's servers are notified of events. */
export class EventConnections {
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  async count(): Promise<number> {
    const rows = await this.#app.sql(
      "select 1 from pg_stat_activity where application_name = 'shidan-events' and datname = current_database()",
    );
    return rows.length;
  }

  /** Cuts the connections and returns their number. */
  async kill(): Promise<number> {
    const rows = await this.#app.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shidan-events' and datname = current_database()",
    );
    return rows.length;
  }
}
