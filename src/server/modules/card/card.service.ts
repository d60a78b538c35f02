import type { MemberCardSummary } from "#contract/card/schema.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { PinHasher } from "../../platform/security/PinHasher.ts";
import * as users from "../user/user.repository.ts";
import { presentLedgerEntry, presentMemberCard } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";
import { PinRateLimiter } from "./PinRateLimiter.ts";

/** A customer's member card: balance, ledger and binding. */
export class MemberCardService {
  readonly #deps: Deps;
  readonly #pinLimiter: PinRateLimiter;
  readonly #pins: PinHasher;

  constructor(deps: Deps, pins: PinHasher) {
    this.#deps = deps;
    this.#pins = pins;
    this.#pinLimiter = new PinRateLimiter(deps);
  }

  async findCard(userId: string): Promise<MemberCardSummary | null> {
    const card = await repository.findByUserId(this.#deps.database.lookups, userId);
    return card === undefined ? null : presentMemberCard(card);
  }

  /** Lists the card's ledger entries, newest first; none without a card. */
  async listEntries(userId: string, query: { page?: number; pageSize?: number }) {
    const { lookups } = this.#deps.database;
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const card = await repository.findByUserId(lookups, userId);
    const { rows, total } = card
      ? await repository.findEntryPage(lookups, {
          cardId: card.id,
          holder: { userId, boundAt: card.boundAt },
          offset: (page - 1) * pageSize,
          limit: pageSize,
        })
      : { rows: [], total: 0 };
    const list = rows.map(({ entry, orderNo }) => presentLedgerEntry(entry, orderNo));
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  /**
   * Binds a card to an account for good. Throws "bad_pin" for a wrong PIN and an unknown number alike,
   * "card_locked" after too many wrong PINs, "card_taken" when the card or the account is bound already.
   */
  async bind(userId: string, input: { number: string; pin: string }): Promise<MemberCardSummary> {
    const { database, clock } = this.#deps;
    const attempt = { userId, number: input.number };
    const existing = await repository.findByNumber(database.lookups, input.number);
    // From here on a wrong PIN needs no more database access: a counted attempt gets its answer.
    const attemptId = await this.#pinLimiter.recordAttempt(attempt);
    const isRight = await this.#pins.matches(existing?.pinHash, input.pin);
    if (!isRight || existing === undefined || existing.disabledAt !== null) throw new AppError("bad_pin");
    await this.#pinLimiter.removeAttempt(attempt, attemptId);
    return await database.transaction(async (tx) => {
      await users.lockForUpdate(tx, userId);
      const ownCard = await repository.findByUserId(tx, userId);
      const card = await repository.lockForUpdate(tx, existing.id);
      if (card === undefined || (card.userId !== null && card.userId !== userId))
        throw new AppError("card_taken");
      if (ownCard !== undefined && ownCard.id !== card.id) throw new AppError("card_taken");
      // The PIN was reissued meanwhile.
      if (card.pinHash !== existing.pinHash) throw new AppError("bad_pin");
      if (ownCard !== undefined) return presentMemberCard(card);
      const bound = { userId, boundAt: clock.now() };
      await repository.update(tx, card.id, bound);
      return presentMemberCard({ ...card, ...bound });
    });
  }
}
