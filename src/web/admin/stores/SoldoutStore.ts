import { makeAutoObservable } from "mobx";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { adminStoreOf } from "../AdminStores.ts";

/** Dishes of an order that cannot be made. */
export interface SoldoutReport {
  readonly order_id: string;
  readonly items: { id: string; quantity: number }[];
  /** What was agreed on with a customer who wanted to be asked. */
  readonly decision?: "remove" | "cancel_order";
  readonly mark_sold_out?: boolean;
}

/** Reports dishes that cannot be made. The same report sent again goes under the same key, so that it is done once. */
export class SoldoutStore {
  isSending = false;
  private readonly api: Pick<ApiClient, "call">;
  private sent = { key: "", body: "" };

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "sent">(this, { api: false, sent: false }, { autoBind: true });
  }

  /** Answers what was done about it. Rethrows failures. */
  async report(report: SoldoutReport): Promise<SoldoutPolicy> {
    const body = JSON.stringify(report);
    if (this.sent.body !== body) this.sent = { key: randomKey(), body };
    this.setSending(true);
    try {
      const answer = await this.api.call(orderAdminEndpoints.reportSoldout, {
        body: { ...report, client_key: this.sent.key },
      });
      this.sent = { key: "", body: "" };
      return answer.outcome;
    } finally {
      this.setSending(false);
    }
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }
}

export const soldoutStore = adminStoreOf(({ api }) => new SoldoutStore(api));
