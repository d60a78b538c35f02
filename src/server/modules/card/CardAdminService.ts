import { pageSizeDefault } from "#contract/constants.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import * as staff from "../staff/staff.repository.ts";
import { CardDesk, freshCards } from "./CardDesk.ts";
import { presentIssued } from "./card.presenter.ts";
import { pageOf } from "./card.repository.ts";

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

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Makes cards. The same key again answers the same numbers, but no PINs: those are told once and kept nowhere; cards
   * whose answer got lost have to be disabled.
   */
  async issue(staffId: string, form: IssueForm): Promise<{ list: { number: string; pin: string }[] }> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const at = clock.now();
    const key = { subjectId: staffId, call: "card/issue", key: form.client_key, body: form, at };
    const cards = await freshCards(form.count);
    const numbers = await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        await new CardDesk(tx, staffId, at).issue(cards, form.amount, form.note?.trim() || null);
        return cards.map(({ number }) => number);
      }),
    );
    const pins = new Map(cards.map(({ number, pin }) => [number, pin]));
    return { list: numbers.map((number) => ({ number, pin: pins.get(number) ?? "" })) };
  }

  /** All cards or those a keyword finds: a whole number, its last four digits, or the holder's phone. */
  async list(staffId: string, query: { page?: number; pageSize?: number; keyword?: string }) {
    await this.#requireAdmin(staffId);
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const { rows, total } = await pageOf(this.#deps.database.queries, {
      keyword: query.keyword?.trim() || undefined,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return { list: rows.map(presentIssued), total, page, pageSize, has_more: page * pageSize < total };
  }

  async #requireAdmin(staffId: string): Promise<void> {
    const member = await staff.byId(this.#deps.database.queries, staffId);
    if (member?.role !== "admin") throw new AppError("forbidden");
  }
}
