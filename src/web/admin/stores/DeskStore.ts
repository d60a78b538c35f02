import { makeAutoObservable, observable } from "mobx";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ChatCounts, Colleague } from "#contract/chat-admin/session.schema.ts";
import type { SessionAction } from "#contract/chat-admin/words.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { shrinkPicture } from "#web/shared/shrinkPicture.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { Clock } from "./Clock.ts";
import { Conversation, type ConversationParts } from "./Conversation.ts";
import { CustomerStore } from "./CustomerStore.ts";
import { readDeskShelf, writeDeskShelf } from "./deskShelf.ts";
import { QueueStore } from "./QueueStore.ts";
import { quietly } from "./quietly.ts";
import { RefundCaseStore } from "./RefundCaseStore.ts";
import { RefundForm } from "./RefundForm.ts";
import { type StaffNews, staffLiveStore } from "./StaffLiveStore.ts";
import { uploadForCustomer } from "./uploadForCustomer.ts";

interface Parts extends Omit<ConversationParts, "onChange"> {
  api: Pick<ApiClient, "call">;
  /** Somebody else sits down: what was heard before is not theirs. */
  onOther(): void;
}

/** A burst of news is one question. */
const gatherMs = 300;

/** The sides of a customer. */
export type CustomerTab = "orders" | "refund" | "notes";

/** What lies on the desk of one member of staff: the queue, the threads, the customer, and refunds. */
export class DeskStore {
  staffId = "";
  /** What is shown of the chosen customer. */
  tab: CustomerTab = "orders";
  readonly queue: QueueStore;
  readonly customer: CustomerStore;
  readonly refund: RefundForm;
  readonly cases: RefundCaseStore;
  /** What waits, as the server counts it. */
  readonly counts = new Loadable<ChatCounts>();
  readonly colleagues = new Loadable<readonly Colleague[]>();
  readonly clock = new Clock();
  private readonly threads = observable.map<string, Conversation>({}, { deep: false });
  private readonly parts: Parts;
  private countTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
    this.queue = new QueueStore(parts.api, () => this.staffId);
    this.customer = new CustomerStore(parts.api);
    this.refund = new RefundForm(parts.api);
    this.cases = new RefundCaseStore(parts.api);
    makeAutoObservable<this, "threads" | "parts" | "countTimer">(
      this,
      {
        queue: false,
        customer: false,
        refund: false,
        cases: false,
        counts: false,
        colleagues: false,
        clock: false,
        threads: false,
        parts: false,
        countTimer: false,
      },
      { autoBind: true },
    );
  }

  /** The chosen customer's thread; undefined while none is chosen. */
  get conversation(): Conversation | undefined {
    return this.threads.get(this.customer.userId);
  }

  /** Somebody sits down at the desk; what another one left in memory is cleared away. */
  begin(staffId: string): void {
    if (staffId === this.staffId) return;
    if (this.staffId !== "") this.clear();
    this.staffId = staffId;
    for (const [userId, kept] of readDeskShelf(staffId))
      this.threads.set(userId, new Conversation(userId, kept, this.conversationParts));
  }

  showTab(tab: CustomerTab): void {
    this.tab = tab;
  }

  /** Turns to a customer, or to nobody (an empty id). */
  choose(userId: string): void {
    this.customer.choose(userId);
    if (userId !== "" && !this.threads.has(userId))
      this.threads.set(userId, new Conversation(userId, undefined, this.conversationParts));
  }

  /** Fetches the chosen customer with the thread; what fails stays where it is shown. */
  async load(): Promise<void> {
    const { conversation, customer } = this;
    if (conversation === undefined) return;
    await Promise.all([
      quietly("loading a thread failed", conversation.open()),
      quietly("loading a customer failed", customer.loadCustomer()),
      quietly("loading a customer's orders failed", customer.orders.reload()),
      quietly("loading notes failed", customer.notes.reload()),
    ]);
  }

  /** Messages that this member is to read. */
  get unread(): number {
    return this.counts.value?.unread ?? 0;
  }

  /** Requests for refunds that wait for an answer. */
  get openRequests(): number {
    return this.counts.value?.refund_requests ?? 0;
  }

  /** Fetches everything anew that is on the screen. */
  async refresh(): Promise<void> {
    await Promise.all([
      this.loadCounts(),
      quietly("loading the queue failed", this.queue.reload()),
      quietly("loading refund requests failed", this.cases.cases.reload()),
      this.load(),
      this.loadOrder(),
    ]);
    if (this.queue.pages.pages.status === "ready") this.resendWaiting();
  }

  /** The server answers: replies that it did not get go again, each conversation's in their order. */
  private resendWaiting(): void {
    for (const one of this.threads.values()) one.outbox.resendWaiting();
  }

  async loadOrder(): Promise<void> {
    await quietly("loading an order failed", this.customer.loadOrder());
  }

  /** Fetches whom threads can be given to, once. */
  async loadColleagues(): Promise<void> {
    if (this.colleagues.value !== undefined || this.colleagues.isLoading) return;
    const work = this.colleagues.run(async (signal) => {
      return (await this.parts.api.call(chatAdminEndpoints.staff, { signal })).list;
    });
    await quietly("loading the colleagues failed", work);
  }

  /** Takes up what is told live; null: anything may have happened. */
  hear(news: StaffNews | null): void {
    if (news === null) void this.refresh();
    else if (news.name === "session") {
      this.queue.hear(news.data);
      this.countSoon();
    } else if (news.name === "message") this.threads.get(news.data.user_id)?.hear(news.data.message);
    else if (news.name === "read") this.threads.get(news.data.user_id)?.noteRead(news.data);
    else if (news.name === "order")
      this.hearOrder(news.data.user_id, news.data.order_id, news.data.status_text);
    else if (news.name === "refund_request") {
      void quietly("loading refund requests failed", this.cases.cases.reload());
      this.countSoon();
      this.hearOrder(news.data.user_id, news.data.order_id, "");
    }
  }

  /** Does something with the chosen customer's thread beside writing into it. Rethrows failures. */
  async act(action: SessionAction, staffId?: string): Promise<void> {
    const to = staffId === undefined ? {} : { staff_id: staffId };
    const body = { user_id: this.customer.userId, action, ...to };
    this.queue.hear(await this.parts.api.call(chatAdminEndpoints.session, { body }));
  }

  /** Tells that the chosen thread was seen; tried again with the next message. */
  async markRead(): Promise<void> {
    const { conversation } = this;
    if (conversation === undefined) return;
    try {
      const session = await conversation.markRead();
      if (session !== null) this.queue.hear(session);
    } catch (error) {
      // A customer who never wrote has no row yet.
      if (error instanceof ApiError && error.failure === "not_found") return;
      await quietly("marking a thread as read failed", Promise.reject(error));
    }
  }

  private async loadCounts(): Promise<void> {
    const work = this.counts.run((signal) => this.parts.api.call(chatAdminEndpoints.counts, { signal }));
    await quietly("counting what waits failed", work);
  }

  /** Counts anew; a burst of news is one question. */
  private countSoon(): void {
    clearTimeout(this.countTimer);
    this.countTimer = setTimeout(() => void this.loadCounts(), gatherMs);
  }

  private get conversationParts(): ConversationParts {
    return { ...this.parts, onChange: this.keep };
  }

  private hearOrder(userId: string, orderId: string, statusText: string): void {
    if (statusText !== "") this.threads.get(userId)?.thread.noteOrder(orderId, statusText);
    if (userId !== this.customer.userId) return;
    void quietly("loading a customer's orders failed", this.customer.orders.reload());
    void quietly("loading a customer failed", this.customer.loadCustomer());
    if (orderId === this.customer.orderId) void this.loadOrder();
  }

  private keep(): void {
    writeDeskShelf(this.staffId, new Map(Array.from(this.threads, ([id, one]) => [id, one.kept])));
  }

  private clear(): void {
    for (const one of this.threads.values()) one.outbox.clear();
    this.threads.clear();
    this.queue.forget();
    this.customer.choose("");
    this.refund.open("");
    this.cases.cases.reset();
    clearTimeout(this.countTimer);
    this.counts.reset();
    this.colleagues.reset();
    this.parts.onOther();
  }
}

export const deskStore = adminStoreOf((stores) => {
  const { api } = stores;
  return new DeskStore({
    api,
    shrink: shrinkPicture,
    now: () => new Date().toISOString(),
    words: consoleMessages.outbox,
    upload: (userId, ...rest) => uploadForCustomer(api, userId, ...rest),
    onOther: () => stores.get(staffLiveStore).forget(),
  });
});
