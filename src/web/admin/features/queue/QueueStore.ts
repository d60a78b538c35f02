import { makeAutoObservable, observable } from "mobx";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { ConversationFilter, ConversationStatus } from "#contract/staff/chat/enums.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";

const pageSize = 30;

/** Filters of the queue. */
export interface QueueView {
  filter?: ConversationFilter;
  /** Empty for any status. */
  status?: ConversationStatus | "";
  keyword?: string;
}

/** Queue of conversations of one member of staff, longest waiting first. */
export class QueueStore {
  filter: ConversationFilter = "all";
  /** Empty for any status. */
  status: ConversationStatus | "" = "open";
  keyword = "";
  readonly list: PagedList<ConversationSummary>;
  /** Latest known version of every conversation. */
  private readonly sessions = observable.map<string, ConversationSummary>({}, { deep: false });
  /** Conversations from events that belong in the list even beyond the loaded pages. */
  private readonly liveSessions = observable.map<string, ConversationSummary>({}, { deep: false });
  private readonly api: Pick<ApiClient, "call">;
  private readonly staffId: () => string;

  constructor(api: Pick<ApiClient, "call">, staffId: () => string) {
    this.api = api;
    this.staffId = staffId;
    this.list = new PagedList({
      fetchPage: this.fetchPage,
      getId: (session) => session.user_id,
      preservesTail: true,
    });
    makeAutoObservable<this, "sessions" | "liveSessions" | "api" | "staffId" | "fetchPage">(
      this,
      { list: false, sessions: false, liveSessions: false, api: false, staffId: false, fetchPage: false },
      { autoBind: true },
    );
  }

  get rows(): readonly ConversationSummary[] {
    const ids = new Set(this.list.items.map(({ user_id }) => user_id));
    // Only the server can match a keyword.
    if (this.keyword === "") for (const id of this.liveSessions.keys()) ids.add(id);
    return Array.from(ids)
      .flatMap((id) => this.sessions.get(id) ?? [])
      .filter(this.matchesFilter)
      .sort(compareByWaiting);
  }

  findSession(userId: string): ConversationSummary | undefined {
    return this.sessions.get(userId);
  }

  /**
   * Returns the customer above or below another one; the first or last one if that one is not in the list.
   */
  neighbour(userId: string, step: 1 | -1): string | undefined {
    const index = this.rows.findIndex((row) => row.user_id === userId);
    if (index < 0) return (step === 1 ? this.rows[0] : this.rows[this.rows.length - 1])?.user_id;
    return this.rows[index + step]?.user_id;
  }

  /** Changes the filters; the list must be reloaded afterwards. */
  setView(view: QueueView): void {
    this.filter = view.filter ?? this.filter;
    this.status = view.status ?? this.status;
    this.keyword = view.keyword ?? this.keyword;
    this.list.reset();
  }

  /** Reloads the pages loaded so far. Rethrows failures. */
  async reload(): Promise<void> {
    const liveBefore = new Map(this.liveSessions);
    await this.list.reload();
    this.dropSeenLive(liveBefore);
  }

  /** Applies the current version of a row. */
  receive(session: ConversationSummary): void {
    this.sessions.set(session.user_id, session);
    this.liveSessions.set(session.user_id, session);
  }

  reset(): void {
    this.sessions.clear();
    this.liveSessions.clear();
    this.list.reset();
    this.filter = "all";
    this.status = "open";
    this.keyword = "";
  }

  private matchesFilter({ user_id, status, assignee }: ConversationSummary): boolean {
    // Only the server can match a keyword.
    if (this.keyword !== "") return this.list.items.some((one) => one.user_id === user_id);
    if (this.status !== "" && status !== this.status) return false;
    if (this.filter === "all") return true;
    return this.filter === "unassigned" ? assignee === null : assignee?.staff_id === this.staffId();
  }

  /** Drops the events received before the pages were requested, which contain them now. */
  private dropSeenLive(liveBefore: ReadonlyMap<string, ConversationSummary>): void {
    for (const [id, session] of liveBefore)
      if (this.liveSessions.get(id) === session) this.liveSessions.delete(id);
  }

  private readonly fetchPage = async (page: number, signal: AbortSignal) => {
    const { filter, status, keyword } = this;
    // A search covers all assignees and statuses.
    const query =
      keyword === ""
        ? { filter, page, pageSize, ...(status === "" ? {} : { status }) }
        : { filter: "all" as const, page, pageSize, keyword };
    const liveBefore = new Map(this.liveSessions);
    const answer = toPage(await this.api.call(staffChatEndpoints.sessions, { query, signal }));
    this.storePage(answer.list, liveBefore);
    return answer;
  };

  /** Events received while the page was in flight are newer than the page. */
  private storePage(
    list: readonly ConversationSummary[],
    liveBefore: ReadonlyMap<string, ConversationSummary>,
  ): void {
    for (const session of list) {
      const { user_id: id } = session;
      if (this.liveSessions.get(id) === liveBefore.get(id)) this.sessions.set(id, session);
    }
  }
}

function compareByWaiting(a: ConversationSummary, b: ConversationSummary): number {
  if (a.needs_reply !== b.needs_reply) return a.needs_reply ? -1 : 1;
  const [first, second] = a.needs_reply
    ? [a.waiting_since ?? a.updated_at, b.waiting_since ?? b.updated_at]
    : [b.updated_at, a.updated_at];
  return Date.parse(first) - Date.parse(second) || (a.user_id < b.user_id ? -1 : 1);
}
