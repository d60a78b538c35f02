import { makeAutoObservable } from "mobx";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Report of dishes of an order that cannot be made. */
export interface SoldoutReport {
  readonly order_id: string;
  readonly items: { id: string; quantity: number }[];
  /** Agreement with a customer who chose to be contacted. */
  readonly decision?: "remove" | "cancel_order";
  readonly mark_sold_out?: boolean;
}

/**
 * Reports dishes that cannot be made. Resending the same report reuses its key, so that it is processed once.
 */
export class SoldoutStore {
  isSending = false;
  private readonly api: Pick<ApiClient, "call">;
  private readonly request = new IdempotentRequest();

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "request">(this, { api: false, request: false }, { autoBind: true });
  }

  /** Sends the report and returns the applied policy. Rethrows failures. */
  async report(report: SoldoutReport): Promise<SoldoutPolicy> {
    this.setSending(true);
    try {
      const { outcome } = await this.request.send(report, (client_key) =>
        this.api.call(staffOrderEndpoints.reportSoldout, { body: { ...report, client_key } }),
      );
      return outcome;
    } finally {
      this.setSending(false);
    }
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }
}

export const soldoutStore = defineAdminStore(({ api }) => new SoldoutStore(api));
