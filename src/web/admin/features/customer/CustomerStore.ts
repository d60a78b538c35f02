import { makeAutoObservable } from "mobx";
import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import type { ChatCustomer, ChatNote } from "#contract/staff/chat/conversation.schema.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";

/** Customer of the selected conversation: profile, orders, and notes of staff. */
export class CustomerStore {
  userId = "";
  /** Id of the selected order; empty without one. */
  orderId = "";
  readonly customer = new Loadable<ChatCustomer>();
  readonly order = new Loadable<OrderDetail>();
  readonly orders: PagedList<OrderSummary>;
  readonly notes: PagedList<ChatNote>;
  private readonly api: Pick<ApiClient, "call">;
  /** Resending the same note reuses its key; another note gets a new one. */
  private readonly noteRequest = new IdempotentRequest();

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.orders = new PagedList<OrderSummary>({
      getId: (order) => order.order_id,
      fetchPage: async (page, signal) =>
        toPage(
          await this.api.call(staffChatEndpoints.userOrders, {
            ...this.customerParams,
            query: { page },
            signal,
          }),
        ),
      preservesTail: true,
    });
    this.notes = new PagedList<ChatNote>({
      getId: (note) => String(note.id),
      fetchPage: async (page, signal) =>
        toPage(
          await this.api.call(staffChatEndpoints.notes, { ...this.customerParams, query: { page }, signal }),
        ),
      preservesTail: true,
    });
    makeAutoObservable<this, "api" | "noteRequest" | "customerParams">(
      this,
      {
        customer: false,
        order: false,
        orders: false,
        notes: false,
        api: false,
        noteRequest: false,
        customerParams: false,
      },
      { autoBind: true },
    );
  }

  /** Order for canned replies: the selected one, once loaded, otherwise the newest one. */
  get referencedOrder(): OrderDetail | OrderSummary | undefined {
    return this.orderId === "" ? this.orders.items[0] : this.order.value;
  }

  /** Selects a customer and clears the data of the previous one. */
  select(userId: string): void {
    if (userId === this.userId) return;
    this.userId = userId;
    this.selectOrder("");
    this.customer.reset();
    this.orders.reset();
    this.notes.reset();
  }

  selectOrder(orderId: string): void {
    if (orderId === this.orderId) return;
    this.orderId = orderId;
    this.order.reset();
  }

  /** Fetches the customer's profile. Rethrows failures. */
  async loadCustomer(): Promise<ChatCustomer> {
    return await this.customer.run((signal) => {
      return this.api.call(staffChatEndpoints.customer, { ...this.customerParams, signal });
    });
  }

  /** Fetches the selected order, if any. Rethrows failures. */
  async loadOrder(): Promise<void> {
    const params = { orderId: this.orderId };
    if (params.orderId === "") return;
    await this.order.run((signal) => this.api.call(staffChatEndpoints.order, { params, signal }));
  }

  /** Adds a note that the customer never sees. Rethrows failures. */
  async addNote(content: string): Promise<void> {
    const { userId } = this;
    const { customerParams } = this;
    const note = await this.noteRequest.send([userId, content], (client_key) =>
      this.api.call(staffChatEndpoints.addNote, { ...customerParams, body: { content, client_key } }),
    );
    if (userId !== this.userId) return;
    this.notes.replace([note, ...this.notes.items.filter(({ id }) => id !== note.id)]);
  }

  /**
   * Changes the customer's number, for a reason; ends all sessions of the account. `code` is the admin's second factor.
   * Rethrows failures.
   */
  async changePhone(phone: string, reason: string, code?: string): Promise<void> {
    const { userId } = this;
    const changed = await this.api.call(staffChatEndpoints.changePhone, {
      ...this.customerParams,
      body: { phone, reason, ...(code !== undefined && { code }) },
    });
    const { value } = this.customer;
    if (userId === this.userId && value !== undefined) this.customer.set({ ...value, phone: changed.phone });
  }

  private get customerParams() {
    return { params: { userId: this.userId } };
  }
}
