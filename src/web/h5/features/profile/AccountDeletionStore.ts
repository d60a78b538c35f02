import { makeAutoObservable } from "mobx";
import { accountEndpoints } from "#contract/account/endpoints.ts";
import type { AccountDeletion } from "#contract/account/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { deviceHeaders } from "#web/lib/login/deviceHeaders.ts";
import { sendWithProof } from "#web/lib/login/sendWithProof.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** The deletion of the customer's account: what it means, its request, and its cancellation. */
export class AccountDeletionStore implements CustomerScoped {
  readonly deletion = new Loadable<AccountDeletion>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { deletion: false, api: false }, { autoBind: true });
  }

  async load(): Promise<void> {
    await this.deletion.run((signal) => this.api.call(accountEndpoints.deletion, { signal }));
  }

  /** Sends the confirming code; see `UserStore.sendCode`. */
  async sendCode(onProof: () => void): Promise<number> {
    const send = (proof?: string) => {
      const query = proof === undefined ? {} : { proof };
      return this.api.call(accountEndpoints.sendDeletionCode, { query, headers: deviceHeaders() });
    };
    return (await sendWithProof(send, onProof)).resend_after;
  }

  /** Requests the deletion, with the code unless the account has no number. Rethrows failures. */
  async request(code?: string): Promise<void> {
    const body = code === undefined ? {} : { code };
    await this.api.call(accountEndpoints.requestDeletion, { body, headers: deviceHeaders() });
  }

  /** Cancels the request. Rethrows failures. */
  async cancel(): Promise<void> {
    await this.api.call(accountEndpoints.cancelDeletion);
    const { value } = this.deletion;
    if (value !== undefined) this.deletion.set({ ...value, requested_at: null, due_at: null });
  }

  resetCustomerData(): void {
    this.deletion.reset();
  }
}

export const accountDeletionStore = defineStore((root) => new AccountDeletionStore(root.api));
