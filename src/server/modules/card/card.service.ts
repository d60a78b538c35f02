import type { Card } from "#contract/card/schema.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { Pins } from "../../platform/pins/Pins.ts";
import * as users from "../user/user.repository.ts";
import { presentCard, presentEntry } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";
import { PinGuard } from "./PinGuard.ts";

/** A customer's member card: what is on it, what happened to it, and how it comes to its account. */
export class CardService {
  readonly #deps: Deps;
  readonly #guard: PinGuard;
  readonly #pins: Pins;

  constructor(deps: Deps, pins: Pins) {
    this.#deps = deps;
    this.#pins = pins;
    this.#guard = new PinGuard(deps);
  }

  async show(userId: string): Promise<Card | null> {
    const card = await repository.byHolder(this.#deps.database.queries, userId);
    return card === undefined ? null : presentCard(card);
  }

  /** The card's movements, the newest first; none without a card. */
  async ledger(userId: string, query: { page?: number; pageSize?: number }) {
    const { queries } = this.#deps.database;
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const card = await repository.byHolder(queries, userId);
    const { rows, total } = card
      ? await repository.entriesOf(queries, {
          cardId: card.id,
          offset: (page - 1) * pageSize,
          limit: pageSize,
        })
      : { rows: [], total: 0 };
    const list = rows.map(({ entry, orderNo }) => presentEntry(entry, orderNo));
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  /**
   * Binds a card to an account, for good. Throws "bad_pin" for a wrong PIN and an unknown number alike, "card_locked"
   * after too many of them, "card_taken" when the card or the account has another partner.
   */
  async bind(userId: string, form: { number: string; pin: string }): Promise<Card> {
    const { database, clock } = this.#deps;
    const wish = { userId, number: form.number };
    const known = await repository.byNumber(database.queries, form.number);
    // From here on a wrong PIN needs the database no more: a try that was counted gets its answer.
    const counted = await this.#guard.count(wish);
    const isRight = await this.#pins.matches(known?.pinHash, form.pin);
    if (!isRight || known === undefined || known.disabledAt !== null) throw new AppError("bad_pin");
    await this.#guard.forgive(wish, counted);
    return await database.transaction(async (tx) => {
      await users.lock(tx, userId);
      const own = await repository.byHolder(tx, userId);
      const card = await repository.lock(tx, known.id);
      if (card === undefined || (card.userId !== null && card.userId !== userId))
        throw new AppError("card_taken");
      if (own !== undefined && own.id !== card.id) throw new AppError("card_taken");
      // Another PIN was told meanwhile.
      if (card.pinHash !== known.pinHash) throw new AppError("bad_pin");
      if (own !== undefined) return presentCard(card);
      const bound = { userId, boundAt: clock.now() };
      await repository.update(tx, card.id, bound);
      return presentCard({ ...card, ...bound });
    });
  }
}
