import { makeAutoObservable, observable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { createIdempotencyKey } from "#web/lib/createIdempotencyKey.ts";

export type RefundKind = "full" | "items" | "amount";

/** What would go back, or has gone: money in fen, and points. */
export interface RefundTotal {
  readonly money: number;
  readonly points: number;
}

/** The form of a refund by staff of one order: what goes back, why, and what the server says it comes to. */
export class RefundFormStore {
  orderId = "";
  kind: RefundKind = "full";
  /** In yuan, as it was typed. */
  amountText = "";
  reason = "";
  note = "";
  restock = false;
  isSending = false;
  readonly preview = new Loadable<RefundTotal>();
  /** Portions to give back, by dish. */
  readonly quantities = observable.map<string, number>();
  private readonly api: Pick<ApiClient, "call">;
  /** The same wish sent again goes under the same number, so that it is never given back twice. */
  private lastRequest = { no: "", body: "" };

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "lastRequest">(
      this,
      { preview: false, quantities: false, api: false, lastRequest: false },
      { autoBind: true },
    );
  }

  /** The amount in fen; null for what is no amount. */
  get amountFen(): number | null {
    const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(this.amountText.trim());
    if (match === null) return null;
    return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  }

  /** What is to go back, as far as it is filled in; null while it says nothing. */
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

  /** Changes with everything that the server's preview depends on; empty while there is nothing to ask. */
  get previewKey(): string {
    return this.share === null ? "" : JSON.stringify(this.share);
  }

  get canSend(): boolean {
    return (
      this.share !== null && this.reason.trim() !== "" && this.preview.status === "ready" && !this.isSending
    );
  }

  /** Takes up the form of an order; what was filled in for another one is forgotten. */
  open(orderId: string): void {
    if (orderId !== this.orderId) this.clear(orderId);
  }

  fill(part: Partial<Pick<RefundFormStore, "kind" | "amountText" | "reason" | "note" | "restock">>): void {
    const before = this.previewKey;
    Object.assign(this, part);
    if (this.previewKey !== before) this.preview.reset();
  }

  /** Takes one portion of a line more or less, within what is left of it. */
  changeQuantity(line: OrderDetail["lines"][number], by: 1 | -1): void {
    const left = line.quantity - line.refunded_quantity;
    const current = this.quantities.get(line.id) ?? 0;
    this.quantities.set(line.id, Math.min(left, Math.max(0, current + by)));
    this.preview.reset();
  }

  /** Asks the server what it would come to. Rethrows failures; they stay in `preview`. */
  async loadPreview(): Promise<void> {
    const { share } = this;
    if (share === null) return this.preview.reset();
    const body = { ...share, refund_no: createIdempotencyKey(), reason_code: "preview", preview: true };
    await this.preview.run((signal) => this.api.call(orderEndpoints.refund, { body, signal }));
  }

  /** Gives it back, and empties the form. Rethrows failures. */
  async submit(): Promise<RefundTotal> {
    const { share, orderId } = this;
    if (share === null) throw new Error("nothing is to be given back");
    const note = this.note.trim();
    const input = { ...share, reason_code: this.reason, ...(note === "" ? {} : { note }) };
    const body = JSON.stringify(input);
    if (this.lastRequest.body !== body) this.lastRequest = { no: createIdempotencyKey(), body };
    this.setSending(true);
    try {
      const sum = await this.api.call(orderEndpoints.refund, {
        body: { ...input, refund_no: this.lastRequest.no },
      });
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
    this.lastRequest = { no: "", body: "" };
  }
}
