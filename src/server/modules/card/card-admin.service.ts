import type { MemberCardCredentials } from "#contract/card/schema.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import type { PinHasher } from "../../platform/security/PinHasher.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import * as staff from "../staff/staff.repository.ts";
import { type CardQuery, canReissuePins, parseCardFilter, presentIssuedCard } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";
import { generateMemberCards, generatePins, MemberCardIssuer } from "./MemberCardIssuer.ts";

interface IssueCardsRequest {
  /** Fen on each card. */
  amount: number;
  count: number;
  note?: string;
  client_key: string;
}

/** Manages cards for admins, who alone may issue them and see their holders. */
export class MemberCardAdminService {
  readonly #deps: Deps;
  readonly #pins: PinHasher;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, pins: PinHasher) {
    this.#deps = deps;
    this.#pins = pins;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Issues cards, up to a daily total in fen. The same key again returns the same numbers without PINs: PINs
   * are shown once and never stored. Unread PINs can be replaced with `reissuePins`.
   */
  async issue(staffId: string, request: IssueCardsRequest): Promise<MemberCardCredentials> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const at = clock.now();
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: "card/issue",
      idempotencyKey: request.client_key,
      body: request,
      createdAt: at,
    };
    const cards = await generateMemberCards(request.count, this.#pins);
    const numbers = await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        await this.#limits.spend(tx, "cards", staffId, request.amount * request.count);
        await new MemberCardIssuer(tx, staffId, at).issue(
          cards,
          request.amount,
          request.note?.trim() || null,
          newId(),
        );
        return cards.map(({ number }) => number);
      }),
    );
    const pins = new Map(cards.map(({ number, pin }) => [number, pin]));
    const firstCard = await repository.findByNumber(database.queries, numbers[0] ?? "");
    return {
      issue_id: firstCard?.issueId ?? null,
      list: numbers.map((number) => ({ number, pin: pins.get(number) ?? "" })),
    };
  }

  /** Records that a staff member has read the PINs of their own issue. */
  async markPinsRead(staffId: string, issueId: string): Promise<{ read_at: string }> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const at = clock.now();
    return await database.transaction(async (tx) => {
      const issue = await repository.lockIssue(tx, { id: issueId, staffId });
      if (issue === undefined) throw new AppError("not_found");
      if (issue.pinsReadAt !== null) return { read_at: issue.pinsReadAt.toISOString() };
      await repository.updateIssue(tx, issueId, { pinsReadAt: at });
      await insertAudit(tx, {
        actor: staffId,
        action: "card.pins-read",
        target: issueId,
        detail: {},
        createdAt: at,
      });
      return { read_at: at.toISOString() };
    });
  }

  /**
   * Replaces the PINs of unbound cards of the staff member's own issue whose PINs were not read; the old PINs
   * become invalid. Throws "conflict" after the first time, once the PINs were read, and when all cards are
   * bound.
   */
  async reissuePins(staffId: string, issueId: string): Promise<MemberCardCredentials> {
    await this.#requireAdmin(staffId);
    const { database, clock } = this.#deps;
    const newCards = await generatePins(await this.#listReissuableNumbers(staffId, issueId), this.#pins);
    const list = await database.transaction(async (tx) => {
      const issue = await repository.lockIssue(tx, { id: issueId, staffId });
      if (issue === undefined || !canReissuePins(issue)) throw pinsAlreadyRevealed();
      const bindableNumbers = new Set(
        (await repository.lockBindable(tx, issueId)).map(({ number }) => number),
      );
      const reissued = newCards.filter(({ number }) => bindableNumbers.has(number));
      if (reissued.length === 0) throw new AppError("conflict", {}, "这些卡都已绑定或停用");
      const at = clock.now();
      await repository.updateIssue(tx, issueId, { pinsReissuedAt: at });
      await new MemberCardIssuer(tx, staffId, at).replacePins(reissued);
      return reissued.map(({ number, pin }) => ({ number, pin }));
    });
    return { issue_id: issueId, list };
  }

  /** Lists the numbers of an issue before the slow hashing begins. */
  async #listReissuableNumbers(staffId: string, issueId: string): Promise<string[]> {
    return await this.#deps.database.transaction(async (tx) => {
      const issue = await repository.lockIssue(tx, { id: issueId, staffId });
      if (issue === undefined) throw new AppError("not_found");
      if (!canReissuePins(issue)) throw pinsAlreadyRevealed();
      return await repository.listNumbers(tx, issueId);
    });
  }

  /** Lists all cards, or those of a filter. Throws as `parseDayRange`. */
  async list(staffId: string, query: CardQuery & { page?: number; pageSize?: number }) {
    await this.#requireAdmin(staffId);
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const filter = parseCardFilter(query);
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const [rows, total] = await this.#deps.database.read((queries) =>
      Promise.all([repository.list(queries, filter, range), repository.countMatching(queries, filter)]),
    );
    return {
      list: rows.map((row) => presentIssuedCard(row, staffId)),
      total,
      page,
      pageSize,
      has_more: page * pageSize < total,
    };
  }

  async #requireAdmin(staffId: string): Promise<void> {
    const member = await staff.findById(this.#deps.database.lookups, staffId);
    if (member?.role !== "admin") throw new AppError("forbidden");
  }
}

function pinsAlreadyRevealed(): AppError {
  return new AppError("conflict", {}, "这批卡的密码已经告知过，不能再次查看");
}
