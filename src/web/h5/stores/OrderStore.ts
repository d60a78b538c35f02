import { makeAutoObservable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { isLive } from "../features/order/isLive.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** One order in full, as its page shows it. */
export class OrderStore implements Personal {
  readonly detail = new Loadable<OrderDetail>();
  orderId = "";
  isCancelling = false;
  /** When the shown answer came, in ms of a clock that only runs forward. */
  receivedAt = 0;
  private readonly api: Pick<ApiClient, "call">;
  private readonly clock: () => number;

  constructor(api: Pick<ApiClient, "call">, clock: () => number) {
    this.api = api;
    this.clock = clock;
    makeAutoObservable<this, "api" | "clock">(
      this,
      { detail: false, api: false, clock: false },
      { autoBind: true },
    );
  }

  /** Something may still happen to it without the customer. */
  get isLive(): boolean {
    const order = this.detail.value;
    return order !== undefined && isLive(order);
  }

  get isMissing(): boolean {
    const { error } = this.detail;
    return error instanceof ApiError && error.status === 404;
  }

  /** Shows another order, or the same one anew. Rethrows failures. */
  async open(orderId: string): Promise<OrderDetail> {
    if (orderId !== this.orderId) this.turnTo(orderId);
    return this.refresh();
  }

  /** Fetches the order again; what is shown stays until the answer is there. Rethrows failures. */
  async refresh(): Promise<OrderDetail> {
    const query = { order_id: this.orderId };
    const order = await this.detail.run(async (signal) => {
      const found = await this.api.call(orderEndpoints.detail, { query, signal });
      if (!isRecord(found) || !Array.isArray(found.lines)) throw new ApiError("bad_reply", texts.badReply);
      return found;
    });
    this.noteArrival();
    return order;
  }

  /** Cancels the order for a reason of the contract's list, then shows what became of it. Rethrows a failed cancelling. */
  async cancel(reason: number): Promise<void> {
    this.setCancelling(true);
    try {
      await this.api.call(orderEndpoints.cancel, { body: { order_id: this.orderId, reason } });
    } finally {
      this.setCancelling(false);
    }
    // The cancelling itself is done: a failure to show it is kept in `detail`, and polling shows it later.
    await this.refresh().catch(() => undefined);
  }

  forget(): void {
    this.turnTo("");
  }

  private turnTo(orderId: string): void {
    this.orderId = orderId;
    this.detail.reset();
  }

  private noteArrival(): void {
    this.receivedAt = this.clock();
  }

  private setCancelling(isCancelling: boolean): void {
    this.isCancelling = isCancelling;
  }
}

export const orderStore = storeOf((root) => new OrderStore(root.api, () => performance.now()));
