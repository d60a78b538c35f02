import { makeAutoObservable } from "mobx";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import type { ConsentStatus, ShownVersions } from "#contract/legal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { readSessionItem, sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** Time after which a prompt that has not been loaded is given up (ms). */
const promptTimeoutMs = 10_000;

/** The customer's consent to the texts: its state, the question for it, and its withdrawal. */
export class ConsentStore implements CustomerScoped {
  readonly status = new Loadable<ConsentStatus>();
  /** True while the customer is being asked. */
  isAsking = false;
  /** True when the texts changed again while the customer read them. */
  hasChangedMeanwhile = false;
  private hasPrompt = false;
  private waiting: ((isAgreed: boolean) => void)[] = [];
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "waiting" | "hasPrompt">(
      this,
      { status: false, api: false, waiting: false, hasPrompt: false },
      { autoBind: true },
    );
  }

  /** Fetches what the customer agreed to. Rethrows failures. */
  async load(): Promise<ConsentStatus> {
    return await this.status.run((signal) => this.api.call(legalEndpoints.consent, { signal }));
  }

  /** Asks a customer who has not agreed to what holds now; who withdrew is not asked again. Rethrows failures. */
  async check(): Promise<void> {
    // Without the abort signal: the question belongs to the visit, not to the page that is open.
    const { is_current, is_withdrawn } = await this.status.run(() => this.api.call(legalEndpoints.consent));
    if (!is_current && !is_withdrawn) this.setAsking(true);
  }

  /** Registers the prompt of a login; returns the function that ends it and, with it, an open question. */
  startPrompt(): () => void {
    this.hasPrompt = true;
    return () => {
      this.hasPrompt = false;
      this.dismiss();
    };
  }

  /**
   * Asks unless the consent is current; resolves with whether it is then, with false when there is no prompt that
   * could ask. Rethrows failures.
   */
  async request(): Promise<boolean> {
    // A request of its own: the check of a visit, which may begin meanwhile, would abort a shared one.
    const status = await this.api.call(legalEndpoints.consent);
    this.status.set(status);
    if (status.is_current) return true;
    this.setAsking(true);
    if (!this.hasPrompt)
      setTimeout(() => {
        if (!this.hasPrompt) this.dismiss();
      }, promptTimeoutMs);
    return await new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** True when the customer has no agreement, because there never was one or it was withdrawn. */
  get isFirst(): boolean {
    return this.status.value?.documents.every(({ agreed_version }) => agreed_version === null) ?? true;
  }

  /** Stores the agreement to the versions that are shown. Rethrows failures. */
  async agree(): Promise<void> {
    const isLogin = this.isFirst && this.status.value?.is_withdrawn !== true;
    const via = isLogin && readSessionItem(sessionKeys.isWechatLogin) !== null ? "wechat_login" : "update";
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
