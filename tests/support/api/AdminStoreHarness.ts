import { AdminStores } from "#web/admin/app/AdminStores.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { createToken } from "./namedEndpoints.ts";
import type { TestApp } from "./testApp.ts";

/** The staff pages' MobX stores of one browser, over the network; the logged-in member can change. */
export class AdminStoreHarness {
  readonly stores: AdminStores;
  readonly #app: TestApp;
  readonly #session = new Session();

  constructor(app: TestApp) {
    this.#app = app;
    const { tokenFor, expire } = this.#session;
    this.stores = new AdminStores(
      new ApiClient({ tokenFor, onUnauthenticated: expire, baseUrl: app.url }),
      this.#session,
    );
  }

  /** Logs a member of the demo's staff in. */
  async login(number: string): Promise<void> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where phone = $1", [number]);
    this.#session.serviceToken = await createToken(this.#app, "staff", member?.id ?? "");
    await this.stores.staff.load();
  }
}
