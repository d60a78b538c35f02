import { makeAutoObservable } from "mobx";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import type { EnrolledSession, SecondFactorChallenge, Staff } from "#contract/staff/auth/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logError } from "#web/lib/logError.ts";
import { deviceHeaders } from "#web/lib/login/deviceHeaders.ts";
import { sendWithProof } from "#web/lib/login/sendWithProof.ts";
import type { Session } from "#web/lib/session/Session.ts";

/** Current member of staff: login, logout, profile. */
export class StaffStore {
  readonly info = new Loadable<Staff>();
  /** Details for the second step of a login, while one is under way. */
  secondFactorDemand: SecondFactorChallenge | null = null;
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

  /**
   * Sends a code and returns the seconds until another one may be requested; calls `onProof` if it needs a
   * proof of work first.
   */
  async sendCode(phone: string, onProof: () => void): Promise<number> {
    const send = (proof?: string) => {
      const body = proof === undefined ? { phone } : { phone, proof };
      return this.api.call(staffAuthEndpoints.sendCode, { body, headers: deviceHeaders() });
    };
    return (await sendWithProof(send, onProof)).resend_after;
  }

  /** Logs in. Rethrows failures; if a second step is required, `secondFactorDemand` holds its details. */
  async login({ phone, code }: { phone: string; code: string }): Promise<void> {
    await this.enter(() =>
      this.api.call(staffAuthEndpoints.login, { body: { phone, code }, headers: deviceHeaders() }),
    );
  }

  /** Returns whether the system waits for its first administrator. Rethrows failures. */
  async needsSetup(): Promise<boolean> {
    return (await this.api.call(staffAuthEndpoints.setupStatus)).is_needed;
  }

  /** Lets the server write a new one-time code into its log, unless the last one is valid. Rethrows failures. */
  async requestSetupCode(): Promise<void> {
    await this.api.call(staffAuthEndpoints.requestSetupCode);
  }

  /** Adds the first administrator and logs in, as `login` does. */
  async setUp(form: { code: string; name: string; phone: string }): Promise<void> {
    await this.enter(() => this.api.call(staffAuthEndpoints.setUp, { body: form, headers: deviceHeaders() }));
  }

  private async enter(request: () => Promise<{ token: string; staff: Staff }>): Promise<void> {
    try {
      this.startSession(await request());
    } catch (error) {
      if (error instanceof ApiError && error.code === "second_factor_required")
        this.setDemand(error.data as unknown as SecondFactorChallenge);
      throw error;
    }
  }

  /** Returns to the first step. */
  clearDemand(): void {
    this.secondFactorDemand = null;
  }

  /** Fetches the secret and URI for binding an authenticator app. */
  async startEnrolment(ticket: string): Promise<{ secret: string; uri: string }> {
    return await this.api.call(staffAuthEndpoints.beginFactor, { body: { ticket } });
  }

  /** Binds the app; call `startSession` once the recovery codes are saved. */
  async enrolSecondFactor(ticket: string, code: string): Promise<EnrolledSession> {
    return await this.api.call(staffAuthEndpoints.enrolFactor, {
      body: { ticket, code },
      headers: deviceHeaders(),
    });
  }

  /** Performs the second step; returns the input of `startSession`. */
  async verifySecondFactor(ticket: string, code: string): Promise<{ token: string; staff: Staff }> {
    return await this.api.call(staffAuthEndpoints.verifyFactor, {
      body: { ticket, code },
      headers: deviceHeaders(),
    });
  }

  /** Starts a session on this device. */
  startSession({ token, staff }: { token: string; staff: Staff }): void {
    this.secondFactorDemand = null;
    this.session.setServiceToken(token);
    this.info.set(staff);
  }

  /** Fetches the current member of staff. Rethrows failures. */
  async load(): Promise<Staff> {
    return this.info.run((signal) => this.api.call(staffAuthEndpoints.info, { signal }));
  }

  /** Ends the session on this device at once; the server is notified, otherwise it lets the token expire. */
  async logout(): Promise<void> {
    const request = this.api.call(staffAuthEndpoints.logout);
    this.session.clearServiceToken();
    this.info.reset();
    await request.catch((error: unknown) => logError("logging out failed", error));
  }

  private setDemand(secondFactorDemand: SecondFactorChallenge): void {
    this.secondFactorDemand = secondFactorDemand;
  }
}
