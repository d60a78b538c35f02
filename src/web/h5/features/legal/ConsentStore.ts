import { makeAutoObservable } from "mobx";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import type { ConsentStatus, ShownVersions } from "#contract/legal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** The customer's consent to the texts: its state, the question for it, and its withdrawal. */
export class ConsentStore implements CustomerScoped {
  readonly status = new Loadable<ConsentStatus>();
  /** True while the customer is being asked. */
  isAsking = false;
  /** True when the texts changed again while the customer read them. */
  hasChangedMeanwhile = false;
  private waiting: ((isAgreed: boolean) => void)[] = [];
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "waiting">(
      this,
      { status: false, api: false, waiting: false },
      { autoBind: true },
    );
  }

  /** Fetches what the customer agreed to. Rethrows failures. */
  async load(): Promise<ConsentStatus> {
    return await this.status.run((signal) => this.api.call(legalEndpoints.consent, { signal }));
  }

  /** Asks a customer who has not agreed to what holds now; who withdrew is not asked again. Rethrows failures. */
  async check(): Promise<void> {
    const { is_current, is_withdrawn } = await this.load();
    if (!is_current && !is_withdrawn) this.setAsking(true);
  }

  /** Asks unless the consent is current; resolves with whether it is then. Rethrows failures. */
  async request(): Promise<boolean> {
    if ((await this.load()).is_current) return true;
    this.setAsking(true);
    return await new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** Stores the agreement to the versions that are shown. Rethrows failures. */
  async agree(via: "wechat_login" | "update"): Promise<void> {
    const shown = Object.fromEntries(
      (this.status.value?.documents ?? []).map(({ name, version }) => [name, version]),
    ) as ShownVersions;
    this.status.set(await this.api.call(legalEndpoints.agree, { body: { shown, via } }));
    if (this.status.value?.is_current === true) this.close(true);
    else this.setChanged(true);
  }

  /** Withdraws the consent. Rethrows failures. */
  async withdraw(): Promise<void> {
    this.status.set(await this.api.call(legalEndpoints.withdraw));
  }

  /** Closes the question; what waits for the answer ends without it. */
  dismiss(): void {
    this.close(false);
  }

  resetCustomerData(): void {
    this.status.reset();
    this.close(false);
  }

  private close(isAgreed: boolean): void {
    const { waiting } = this;
    this.waiting = [];
    this.setAsking(false);
    this.setChanged(false);
    for (const resolve of waiting) resolve(isAgreed);
  }

  private setAsking(isAsking: boolean): void {
    this.isAsking = isAsking;
  }

  private setChanged(hasChanged: boolean): void {
    this.hasChangedMeanwhile = hasChanged;
  }
}

export const consentStore = defineStore((root) => new ConsentStore(root.api));
