import { makeAutoObservable } from "mobx";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import type { Staff } from "#contract/service-auth/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { logFailure } from "#web/shared/log.ts";
import type { Session } from "#web/shared/Session.ts";

/** The member of staff at this desk: login, logout, who it is. */
export class StaffStore {
  readonly info = new Loadable<Staff>();
  private readonly api: Pick<ApiClient, "call">;
  private readonly session: Session;

  constructor(api: Pick<ApiClient, "call">, session: Session) {
    this.api = api;
    this.session = session;
    makeAutoObservable<this, "api" | "session">(
      this,
      { info: false, api: false, session: false },
      { autoBind: true },
    );
  }

  get me(): Staff | undefined {
    return this.session.serviceToken === null ? undefined : this.info.value;
  }

  /** Sends a code and tells after how many seconds another one may be asked for. */
  async sendCode(phone: string): Promise<number> {
    return (await this.api.call(serviceAuthEndpoints.sendCode, { body: { phone } })).resend_after;
  }

  async login({ phone, code }: { phone: string; code: string }): Promise<void> {
    const { token, staff } = await this.api.call(serviceAuthEndpoints.login, { body: { phone, code } });
    this.session.setServiceToken(token);
    this.info.set(staff);
  }

  /** Asks who it is. Rethrows failures. */
  async load(): Promise<Staff> {
    return this.info.run((signal) => this.api.call(serviceAuthEndpoints.info, { signal }));
  }

  /** Ends the session here at once; the server is told, and forgets the token at its end otherwise. */
  async logout(): Promise<void> {
    const told = this.api.call(serviceAuthEndpoints.logout);
    this.session.dropServiceToken();
    this.info.reset();
    await told.catch((error: unknown) => logFailure("logging out failed", error));
  }
}
