import type { CardSecrets } from "#contract/card/schema.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import type { Pins } from "../../platform/pins/Pins.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import * as staff from "../staff/staff.repository.ts";
import { CardDesk, freshCards, freshPins } from "./CardDesk.ts";
import { isUnread, presentIssued } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";

interface IssueForm {
  /** In fen, on each. */
  amount: number;
  count: number;
  note?: string;
  client_key: string;
}

/** Cards for the head office, which alone may issue them and see whose they are. */
export class CardAdminService {
  readonly #deps: Deps;
  readonly #pins: Pins;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, pins: Pins) {
    this.#deps = deps;
    this.#pins = pins;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Makes cards, at most so much worth a day. The same key again answers the same numbers, but no PINs: those are told
   * once and kept nowhere. When nobody has read them, `tellPins` makes others.
   */
  async issue(staffId: string, form: IssueForm): Promise<CardSecrets> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const at = clock.now();
    const key = { subjectId: staffId, call: "card/issue", key: form.client_key, body: form, at };
    const cards = await freshCards(form.count, this.#pins);
    const numbers = await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        await this.#limits.spend(tx, "cards", staffId, form.amount * form.count);
        await new CardDesk(tx, staffId, at).issue(cards, form.amount, form.note?.trim() || null, newId());
        return cards.map(({ number }) => number);
      }),
    );
    const pins = new Map(cards.map(({ number, pin }) => [number, pin]));
    const first = await repository.byNumber(database.queries, numbers[0] ?? "");
    return {
      issue_id: first?.issueId ?? null,
      list: numbers.map((number) => ({ number, pin: pins.get(number) ?? "" })),
    };
  }

  /** A member has read the PINs of cards of the member's own. */
  async pinsRead(staffId: string, issueId: string): Promise<{ read_at: string }> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const at = clock.now();
    return await database.transaction(async (tx) => {
      const issue = await repository.lockIssue(tx, { id: issueId, staffId });
      if (issue === undefined) throw new AppError("not_found");
      if (issue.pinsReadAt !== null) return { read_at: issue.pinsReadAt.toISOString() };
      await repository.updateIssue(tx, issueId, { pinsReadAt: at });
      await staff.audit(tx, { actor: staffId, action: "card.pins-read", target: issueId, detail: {}, at });
      return { read_at: at.toISOString() };
    });
  }

  /**
   * Other PINs for cards of a member's own whose PINs nobody has read and that nobody has bound; the old ones are worth
   * nothing from then on. Throws "conflict" after the first time, once they were read, and when all are bound.
   */
  async tellPins(staffId: string, issueId: string): Promise<CardSecrets> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const fresh = await freshPins(await this.#untold(staffId, issueId), this.#pins);
    const list = await database.transaction(async (tx) => {
      const issue = await repository.lockIssue(tx, { id: issueId, staffId });
      if (issue === undefined || !isUnread(issue)) throw toldAlready();
      const free = new Set((await repository.lockFree(tx, issueId)).map(({ number }) => number));
      const told = fresh.filter(({ number }) => free.has(number));
      if (told.length === 0) throw new AppError("conflict", {}, "这些卡都已绑定或停用");
      const at = clock.now();
      await repository.updateIssue(tx, issueId, { pinsToldAgainAt: at });
      await new CardDesk(tx, staffId, at).changePins(told);
      return told.map(({ number, pin }) => ({ number, pin }));
    });
    return { issue_id: issueId, list };
  }

  /** The numbers of an issue, before the slow work for them is begun. */
  async #untold(staffId: string, issueId: string): Promise<string[]> {
    return await this.#deps.database.transaction(async (tx) => {
      const issue = await repository.lockIssue(tx, { id: issueId, staffId });
      if (issue === undefined) throw new AppError("not_found");
      if (!isUnread(issue)) throw toldAlready();
      return await repository.numbersOf(tx, issueId);
    });
  }

  /** All cards or those a keyword finds: a whole number, its last four digits, or the holder's phone. */
  async list(staffId: string, query: { page?: number; pageSize?: number; keyword?: string }) {
    await this.#requireAdmin(staffId);
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const { rows, total } = await repository.pageOf(this.#deps.database.queries, {
      keyword: query.keyword?.trim() || undefined,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return {
      list: rows.map((row) => presentIssued(row, staffId)),
      total,
      page,
      pageSize,
      has_more: page * pageSize < total,
    };
  }

  async #requireAdmin(staffId: string): Promise<void> {
    const member = await staff.byId(this.#deps.database.queries, staffId);
    if (member?.role !== "admin") throw new AppError("forbidden");
  }
}

function toldAlready(): AppError {
  return new AppError("conflict", {}, "这批卡的密码已经告知过，不能再次查看");
}
