import { makeAutoObservable, observable } from "mobx";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import type { SessionFilter, SessionStatus } from "#contract/chat-admin/words.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";

const pageSize = 30;

/** The customers' threads as one member of staff looks at them: who waits longest stands first. */
export class QueueStore {
  filter: SessionFilter = "all";
  /** Empty: in any state. */
  status: SessionStatus | "" = "open";
  keyword = "";
  readonly pages: PagedList<ChatSession>;
  /** Every thread that was ever told of, as it was told last. */
  private readonly known = observable.map<string, ChatSession>({}, { deep: false });
  /** Those that were told of live, and belong into the list wherever its pages end. */
  private readonly heard = observable.map<string, ChatSession>({}, { deep: false });
  private readonly api: Pick<ApiClient, "call">;
  private readonly staffId: () => string;

  constructor(api: Pick<ApiClient, "call">, staffId: () => string) {
    this.api = api;
    this.staffId = staffId;
    this.pages = new PagedList({
      fetchPage: this.fetchPage,
      idOf: (session) => session.user_id,
      keepsTail: true,
    });
    makeAutoObservable<this, "known" | "heard" | "api" | "staffId" | "fetchPage">(
      this,
      { pages: false, known: false, heard: false, api: false, staffId: false, fetchPage: false },
      { autoBind: true },
    );
  }

  get rows(): readonly ChatSession[] {
    const ids = new Set(this.pages.items.map(({ user_id }) => user_id));
    // Only the server knows what a keyword finds.
    if (this.keyword === "") for (const id of this.heard.keys()) ids.add(id);
    return Array.from(ids)
      .flatMap((id) => this.known.get(id) ?? [])
      .filter(this.fits)
      .sort(inTurn);
  }

  sessionOf(userId: string): ChatSession | undefined {
    return this.known.get(userId);
  }

  /** The customer above or below another one; the first or last one where that one is not in the list. */
  neighbour(userId: string, step: 1 | -1): string | undefined {
    const place = this.rows.findIndex((row) => row.user_id === userId);
    if (place < 0) return (step === 1 ? this.rows[0] : this.rows[this.rows.length - 1])?.user_id;
    return this.rows[place + step]?.user_id;
  }

  /** Looks at other threads; the list has to be fetched. */
  look(view: { filter?: SessionFilter; status?: SessionStatus | ""; keyword?: string }): void {
    this.filter = view.filter ?? this.filter;
    this.status = view.status ?? this.status;
    this.keyword = view.keyword ?? this.keyword;
    this.pages.reset();
  }

  /** Fetches anew what was fetched before. Rethrows failures. */
  async reload(): Promise<void> {
    const before = new Map(this.heard);
    await this.pages.reload();
    this.settle(before);
  }

  /** Takes up a row as it is now. */
  hear(session: ChatSession): void {
    this.known.set(session.user_id, session);
    this.heard.set(session.user_id, session);
  }

  forget(): void {
    this.known.clear();
    this.heard.clear();
    this.pages.reset();
    this.filter = "all";
    this.status = "open";
    this.keyword = "";
  }

  private fits({ user_id, status, assignee }: ChatSession): boolean {
    // Only the server knows what a keyword finds.
    if (this.keyword !== "") return this.pages.items.some((one) => one.user_id === user_id);
    if (this.status !== "" && status !== this.status) return false;
    if (this.filter === "all") return true;
    return this.filter === "unassigned" ? assignee === null : assignee?.staff_id === this.staffId();
  }

  /** The pages know by now what was heard before they were asked for. */
  private settle(before: ReadonlyMap<string, ChatSession>): void {
    for (const [id, session] of before) if (this.heard.get(id) === session) this.heard.delete(id);
  }

  private readonly fetchPage = async (page: number, signal: AbortSignal) => {
    const { filter, status, keyword } = this;
    // What is looked for may be anybody's, in any state.
    const query =
      keyword === ""
        ? { filter, page, pageSize, ...(status === "" ? {} : { status }) }
        : { filter: "all" as const, page, pageSize, keyword };
    const before = new Map(this.heard);
    const answer = pageIn(await this.api.call(chatAdminEndpoints.sessions, { query, signal }));
    this.learn(answer.list, before);
    return answer;
  };

  /** What was heard while the page was on its way is newer than the page. */
  private learn(list: readonly ChatSession[], before: ReadonlyMap<string, ChatSession>): void {
    for (const session of list) {
      const { user_id: id } = session;
      if (this.heard.get(id) === before.get(id)) this.known.set(id, session);
    }
  }
}

function inTurn(a: ChatSession, b: ChatSession): number {
  if (a.needs_reply !== b.needs_reply) return a.needs_reply ? -1 : 1;
  const [first, second] = a.needs_reply
    ? [a.waiting_since ?? a.updated_at, b.waiting_since ?? b.updated_at]
    : [b.updated_at, a.updated_at];
  return Date.parse(first) - Date.parse(second) || (a.user_id < b.user_id ? -1 : 1);
}
