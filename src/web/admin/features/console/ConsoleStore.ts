import { makeAutoObservable, observable } from "mobx";
import type { ChatCounts, StaffRef } from "#contract/staff/chat/conversation.schema.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { ConversationAction } from "#contract/staff/chat/enums.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { resizeImage } from "#web/lib/images/resizeImage.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { type StaffEvent, staffEventStore } from "../../app/StaffEventStore.ts";
import { Conversation, type ConversationOptions } from "../conversation/Conversation.ts";
import { uploadCustomerImage } from "../conversation/uploadCustomerImage.ts";
import { CustomerStore } from "../customer/CustomerStore.ts";
import { QueueStore } from "../queue/QueueStore.ts";
import { RefundFormStore } from "../refund/RefundFormStore.ts";
import { RefundRequestStore } from "../refund/RefundRequestStore.ts";
import { BackgroundReads } from "./BackgroundReads.ts";
import { ClockStore } from "./ClockStore.ts";
import { consoleMessages } from "./consoleMessages.ts";
import { readConversations, writeConversations } from "./consoleStorage.ts";

interface ConsoleStoreOptions extends Omit<ConversationOptions, "onChange"> {
  api: Pick<ApiClient, "call">;
  /** Called when another member of staff takes over, so that earlier events are dropped. */
  onStaffChange(): void;
}

/** Merges a burst of events into one request. */
const debounceMs = 300;

/** Tabs of the customer panel. */
export type CustomerTab = "orders" | "refund" | "notes";

/** State of the console of one member of staff: the queue, conversations, customer, and refunds. */
export class ConsoleStore {
  staffId = "";
  /** Selected tab of the customer panel. */
  tab: CustomerTab = "orders";
  readonly queue: QueueStore;
  readonly customer: CustomerStore;
  readonly refund: RefundFormStore;
  readonly refundRequests: RefundRequestStore;
  /** Open work as counted by the server. */
  readonly counts = new Loadable<ChatCounts>();
  readonly colleagues = new Loadable<readonly StaffRef[]>();
  readonly clock = new ClockStore();
  readonly reads = new BackgroundReads();
  private readonly conversations = observable.map<string, Conversation>({}, { deep: false });
  private readonly options: ConsoleStoreOptions;
  private countTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConsoleStoreOptions) {
    this.options = options;
    this.queue = new QueueStore(options.api, () => this.staffId);
    this.customer = new CustomerStore(options.api);
    this.refund = new RefundFormStore(options.api);
    this.refundRequests = new RefundRequestStore(options.api);
    makeAutoObservable<this, "conversations" | "options" | "countTimer">(
      this,
      {
        queue: false,
        customer: false,
        refund: false,
        refundRequests: false,
        counts: false,
        colleagues: false,
        clock: false,
        reads: false,
        conversations: false,
        options: false,
        countTimer: false,
      },
      { autoBind: true },
    );
  }

  /** Conversation of the selected customer; undefined without one. */
  get conversation(): Conversation | undefined {
    return this.conversations.get(this.customer.userId);
  }

  /** Starts the console for a member of staff; clears the state of the previous one. */
  start(staffId: string): void {
    if (staffId === this.staffId) return;
    if (this.staffId !== "") this.clear();
    this.staffId = staffId;
    for (const [userId, stored] of readConversations(staffId))
      this.conversations.set(userId, new Conversation(userId, stored, this.conversationOptions));
  }

  showTab(tab: CustomerTab): void {
    this.tab = tab;
  }

  /** Selects a customer; an empty id clears the selection. */
  selectCustomer(userId: string): void {
    this.customer.select(userId);
    if (userId !== "" && !this.conversations.has(userId))
      this.conversations.set(userId, new Conversation(userId, undefined, this.conversationOptions));
  }

  /**
   * Fetches the selected customer with the conversation; failures stay in their stores, where they are shown.
   */
  async load(): Promise<void> {
    const { conversation, customer } = this;
    if (conversation === undefined) return;
    await Promise.all([
      this.reads.run("loading a thread failed", conversation.loadNewest()),
      this.reads.run("loading a customer failed", customer.loadCustomer()),
      this.reads.run("loading a customer's orders failed", customer.orders.reload()),
      this.reads.run("loading notes failed", customer.notes.reload()),
    ]);
  }

  /** Number of unread messages for this member. */
  get unread(): number {
    return this.counts.value?.unread ?? 0;
  }

  /** Number of refund requests that wait for an answer. */
  get openRequests(): number {
    return this.counts.value?.refund_requests ?? 0;
  }

  /** Reloads everything on the screen. */
  async refresh(): Promise<void> {
    this.reads.startTurn();
    await Promise.all([
      this.loadCounts(),
      this.reads.run("loading the queue failed", this.queue.reload()),
      this.reads.run("loading refund requests failed", this.refundRequests.requests.reload()),
      this.load(),
      this.loadOrder(),
    ]);
    if (this.queue.list.pages.status === "ready") this.retryPending();
  }

  /** The server is reachable: resends the unanswered replies of each conversation in order. */
  private retryPending(): void {
    for (const conversation of this.conversations.values()) conversation.outbox.retryPending();
  }

  async loadOrder(): Promise<void> {
    await this.reads.run("loading an order failed", this.customer.loadOrder());
  }

  /** Fetches the staff to whom conversations can be assigned, once. */
  async loadColleagues(): Promise<void> {
    if (this.colleagues.value !== undefined || this.colleagues.isLoading) return;
    const task = this.colleagues.run(async (signal) => {
      return (await this.options.api.call(staffChatEndpoints.staff, { signal })).list;
    });
    await this.reads.run("loading the colleagues failed", task);
  }

  /** Applies an event; on null, everything may have changed and is reloaded. */
  handleEvent(event: StaffEvent | null): void {
    if (event === null) void this.refresh();
    else if (event.name === "session") {
      this.queue.receive(event.data);
      this.scheduleCount();
    } else if (event.name === "message")
      this.conversations.get(event.data.user_id)?.receive(event.data.message);
    else if (event.name === "read") this.conversations.get(event.data.user_id)?.noteRead(event.data);
    else if (event.name === "order")
      this.handleOrderChange(event.data.user_id, event.data.order_id, event.data.status_text);
    else if (event.name === "refund_request") {
      void this.reads.run("loading refund requests failed", this.refundRequests.requests.reload());
      this.scheduleCount();
      this.handleOrderChange(event.data.user_id, event.data.order_id, "");
    }
  }

  /** Performs an action on the selected customer's conversation, other than writing. Rethrows failures. */
  async updateConversation(action: ConversationAction, staffId?: string): Promise<void> {
    const to = staffId === undefined ? {} : { staff_id: staffId };
    const body = { user_id: this.customer.userId, action, ...to };
    this.queue.receive(await this.options.api.call(staffChatEndpoints.session, { body }));
  }

  /** Marks the selected conversation as read; retried with the next message. */
  async markRead(): Promise<void> {
    const { conversation } = this;
    if (conversation === undefined) return;
    const task = conversation.markRead().then((session) => {
      if (session !== null) this.queue.receive(session);
    });
    // A customer who never wrote has no conversation yet, which is an expected failure.
    await this.reads.run("marking a thread as read failed", task);
  }

  private async loadCounts(): Promise<void> {
    const task = this.counts.run((signal) => this.options.api.call(staffChatEndpoints.counts, { signal }));
    await this.reads.run("counting what waits failed", task);
  }

  /** Reloads the counts; merges a burst of events into one request. */
  private scheduleCount(): void {
    clearTimeout(this.countTimer);
    this.countTimer = setTimeout(() => void this.loadCounts(), debounceMs);
  }

  private get conversationOptions(): ConversationOptions {
    return { ...this.options, onChange: this.persist };
  }

  private handleOrderChange(userId: string, orderId: string, statusText: string): void {
    if (statusText !== "") this.conversations.get(userId)?.messageList.updateOrderStatus(orderId, statusText);
    if (userId !== this.customer.userId) return;
    void this.reads.run("loading a customer's orders failed", this.customer.orders.reload());
    void this.reads.run("loading a customer failed", this.customer.loadCustomer());
    if (orderId === this.customer.orderId) void this.loadOrder();
  }

  private persist(): void {
    writeConversations(
      this.staffId,
      new Map(Array.from(this.conversations, ([id, conversation]) => [id, conversation.stored])),
    );
  }

  private clear(): void {
    for (const conversation of this.conversations.values()) conversation.outbox.clear();
    this.conversations.clear();
    this.queue.reset();
    this.customer.select("");
    this.refund.open("");
    this.refundRequests.requests.reset();
    clearTimeout(this.countTimer);
    this.counts.reset();
    this.colleagues.reset();
    this.options.onStaffChange();
  }
}

export const consoleStore = defineAdminStore((stores) => {
  const { api } = stores;
  return new ConsoleStore({
    api,
    resize: resizeImage,
    now: () => new Date().toISOString(),
    messages: consoleMessages.outbox,
    upload: (userId, ...rest) => uploadCustomerImage(api, userId, ...rest),
    onStaffChange: () => stores.get(staffEventStore).reset(),
  });
});
