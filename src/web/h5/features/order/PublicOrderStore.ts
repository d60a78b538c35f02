import { makeAutoObservable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { PublicOrder } from "#contract/order/public.schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { defineStore } from "../../app/RootStore.ts";

/** Wait in seconds when the server rate limits without naming one. */
const defaultWaitS = 30;

/** Public view of an order, available to everyone with its number. */
export class PublicOrderStore {
  readonly order = new Loadable<PublicOrder>();
  publicId = "";
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { order: false, api: false }, { autoBind: true });
  }

  /** True when the order does not exist, or not any more. */
  get isNotFound(): boolean {
    const { error } = this.order;
    return error instanceof ApiError && (error.status === 404 || error.code === "validation");
  }

  /** Seconds until the next request is allowed; 0 without a rate limit. */
  get waitS(): number {
    const { error } = this.order;
    if (!(error instanceof ApiError) || error.status !== 429) return 0;
    return Math.max(1, Math.ceil(error.retryAfterS ?? defaultWaitS));
  }

  /** True while the order may still change. */
  get isLive(): boolean {
    const order = this.order.value;
    return order === undefined || (order.status !== "completed" && order.status !== "cancelled");
  }

  /**
   * Loads an order, or the same one anew; the shown one stays until the response arrives. Rethrows failures.
   */
  async open(publicId: string): Promise<void> {
    if (publicId !== this.publicId) this.switchTo(publicId);
    await this.order.run(async (signal) => {
      const query = { third_party_order_id: publicId };
      const response = await this.api.call(orderEndpoints.detailPublic, { query, signal });
      if (!isRecord(response) || !Array.isArray(response.items))
        throw new ApiError("bad_reply", commonMessages.badReply);
      return response;
    });
  }

  private switchTo(publicId: string): void {
    this.publicId = publicId;
    this.order.reset();
  }
}

export const publicOrderStore = defineStore((root) => new PublicOrderStore(root.api));
