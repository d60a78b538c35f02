import { makeAutoObservable, observable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";

export type RefundKind = "full" | "items" | "amount";

/** Sum of a refund, previewed or done: money in fen, and points. */
export interface RefundTotal {
  readonly money: number;
  readonly points: number;
}

/**
 * Form for a refund of one order by staff: the share to refund, the reason, and the server's preview of the
 * sum.
 */
export class RefundFormStore {
  orderId = "";
  kind: RefundKind = "full";
  /** In yuan, as typed. */
  amountText = "";
  reason = "";
  note = "";
  restock = false;
  isSending = false;
  readonly preview = new Loadable<RefundTotal>();
  /** Portions to refund, by dish. */
  readonly quantities = observable.map<string, number>();
  private readonly api: Pick<ApiClient, "call">;
  /** Resending the same request reuses its number, so that it is never refunded twice. */
  private readonly request = new IdempotentRequest();

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "request">(
      this,
      { preview: false, quantities: false, api: false, request: false },
      { autoBind: true },
    );
  }

  /** Amount in fen; null if it is not a valid amount. */
  get amountFen(): number | null {
    const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(this.amountText.trim());
    if (match === null) return null;
    return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  }

  /** Share of the order to refund, as entered so far; null while incomplete. */
  get share() {
    const { orderId, kind, amountFen, restock } = this;
    const input = { order_id: orderId, type: kind, restock };
    if (kind === "full") return input;
    if (kind === "amount")
      return amountFen === null || amountFen === 0 ? null : { ...input, amount: amountFen };
    const items = Array.from(this.quantities, ([id, quantity]) => ({ id, quantity }));
    const chosen = items.filter(({ quantity }) => quantity > 0);
    return chosen.length === 0 ? null : { ...input, items: chosen };
  }

  /** Changes with every input of the server's preview; empty while there is nothing to preview. */
  get previewKey(): string {
    return this.share === null ? "" : JSON.stringify(this.share);
  }

  get canSend(): boolean {
    return (
      this.share !== null && this.reason.trim() !== "" && this.preview.status === "ready" && !this.isSending
    );
  }

  /** Opens the form of an order and clears the input for the previous one. */
  open(orderId: string): void {
    if (orderId !== this.orderId) this.clear(orderId);
  }

  fill(part: Partial<Pick<RefundFormStore, "kind" | "amountText" | "reason" | "note" | "restock">>): void {
    const before = this.previewKey;
    Object.assign(this, part);
    if (this.previewKey !== before) this.preview.reset();
  }

  /** Adds or removes one portion of a line, within the portions left. */
  changeQuantity(line: OrderDetail["lines"][number], by: 1 | -1): void {
    const left = line.quantity - line.refunded_quantity;
    const current = this.quantities.get(line.id) ?? 0;
    this.quantities.set(line.id, Math.min(left, Math.max(0, current + by)));
    this.preview.reset();
  }

  /** Fetches the preview of the sum from the server. Rethrows failures; they stay in `preview`. */
  async loadPreview(): Promise<void> {
    const { share } = this;
    if (share === null) return this.preview.reset();
    const body = { ...share, refund_no: createIdempotencyKey(), reason_code: "preview", preview: true };
    await this.preview.run((signal) => this.api.call(orderEndpoints.refund, { body, signal }));
  }

  /** Submits the refund and clears the form. Rethrows failures. */
  async submit(): Promise<RefundTotal> {
    const { share, orderId } = this;
    if (share === null) throw new Error("nothing is to be given back");
    const note = this.note.trim();
    const input = { ...share, reason_code: this.reason, ...(note === "" ? {} : { note }) };
    this.setSending(true);
    try {
      const sum = await this.request.send(input, (refund_no) =>
        this.api.call(orderEndpoints.refund, { body: { ...input, refund_no } }),
      );
      if (this.orderId === orderId) this.clear(orderId);
      return sum;
    } catch (error) {
      this.setSending(false);
      throw error;
    }
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }

  private clear(orderId: string): void {
    this.orderId = orderId;
    this.kind = "full";
    this.amountText = "";
    this.reason = "";
    this.note = "";
    this.restock = false;
    this.isSending = false;
    this.quantities.clear();
    this.preview.reset();
    this.request.clear();
  }
}
