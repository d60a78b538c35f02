import type { QueryRunner } from "../../platform/database/Database.ts";
import { newId, randomDigits } from "../../platform/security/ids.ts";
import type { PinHasher } from "../../platform/security/PinHasher.ts";
import { insertAudit } from "../staff/staff.repository.ts";
import { CardError } from "./CardError.ts";
import { lastFour } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";

/** Numbers of ours begin like this; no bank's do. */
const numberPrefix = "8800";
const randomPartDigits = 12;
const pinDigits = 6;

/** A card that is about to be made, with the PIN that nobody can read again later. */
export interface NewMemberCard {
  number: string;
  pin: string;
  pinHash: string;
}

/** Numbers and PINs for so many new cards; slow work, to be done before the transaction. */
export async function generateMemberCards(count: number, pins: PinHasher): Promise<NewMemberCard[]> {
  const numbers = Array.from({ length: count }, () => `${numberPrefix}${randomDigits(randomPartDigits)}`);
  return await generatePins(numbers, pins);
}

/** The same for cards that have numbers already. */
export async function generatePins(numbers: readonly string[], pins: PinHasher): Promise<NewMemberCard[]> {
  const cards: NewMemberCard[] = [];
  // Two after two, as many as are hashed at once: who binds a card waits for no more than one of them.
  for (let first = 0; first < numbers.length; first += 2)
    cards.push(
      ...(await Promise.all(
        numbers.slice(first, first + 2).map((number) => generateMemberCard(number, pins)),
      )),
    );
  return cards;
}

async function generateMemberCard(number: string, pins: PinHasher): Promise<NewMemberCard> {
  const pin = randomDigits(pinDigits);
  return { number, pin, pinHash: await pins.hash(pin) };
}

/** Issuing and changing cards inside a transaction of the caller's; each act is in the audit log under who does it. */
export class MemberCardIssuer {
  readonly #tx: QueryRunner;
  readonly #actor: string;
  readonly #at: Date;

  constructor(tx: QueryRunner, actor: string, at: Date) {
    this.#tx = tx;
    this.#actor = actor;
    this.#at = at;
  }

  /** Makes cards with so much on each, in fen; staff's are held together by an issue of theirs. */
  async issue(
    cards: NewMemberCard[],
    amountFen: number,
    note: string | null,
    issueId: string | null = null,
  ): Promise<void> {
    if (issueId !== null)
      await repository.insertIssue(this.#tx, { id: issueId, staffId: this.#actor, createdAt: this.#at });
    for (const { number, pinHash } of cards) {
      const id = newId();
      const row = { id, number, pinHash, issuedBy: this.#actor, issueId, createdAt: this.#at };
      await repository.insert(this.#tx, { ...row, balanceFen: 0 });
      await this.#addEntry(id, "issue", amountFen);
      await this.#audit("card.issue", number, { amount: amountFen, ...(note !== null && { note }) });
    }
  }

  /** Takes these PINs instead of those that nobody has read. */
  async replacePins(cards: readonly NewMemberCard[]): Promise<void> {
    for (const { number, pinHash } of cards) {
      const { id } = await this.#getByNumber(number);
      await repository.update(this.#tx, id, { pinHash });
      await this.#audit("card.tell-pin", number, {});
    }
  }

  /** Adds to a balance, or takes from it, in fen; never below nothing. */
  async adjustBalance(number: string, deltaFen: number, note: string): Promise<void> {
    const existing = await this.#getByNumber(number);
    const card = await this.#addEntry(existing.id, "adjust", deltaFen);
    await this.#audit("card.adjust", number, { delta: deltaFen, before: card.balanceFen, note });
  }

  /** Ends a card: it can neither be bound nor pay any more. What is on it stays, and refunds still reach it. */
  async disable(number: string): Promise<void> {
    const existing = await this.#getByNumber(number);
    if (existing.disabledAt !== null) throw new CardError(`Card ${number} is disabled already.`);
    await repository.lockForUpdate(this.#tx, existing.id);
    await repository.update(this.#tx, existing.id, { disabledAt: this.#at });
    await this.#audit("card.disable", number, {});
  }

  async #getByNumber(number: string): Promise<repository.MemberCardRow> {
    const card = await repository.findByNumber(this.#tx, number);
    if (card === undefined) throw new CardError(`There is no card ${number}.`);
    return card;
  }

  async #addEntry(id: string, type: "issue" | "adjust", deltaFen: number): Promise<repository.MemberCardRow> {
    const card = (await repository.lockForUpdate(this.#tx, id)) as repository.MemberCardRow;
    if (card.balanceFen + deltaFen < 0) throw new CardError("A card cannot have less than nothing on it.");
    await repository.addEntry(this.#tx, card, {
      id: newId(),
      type,
      deltaFen,
      reference: newId(),
      at: this.#at,
    });
    return card;
  }

  /** By the last four digits: the log is read by more people than may know a number. */
  async #audit(action: string, number: string, extraDetail: Record<string, unknown>): Promise<void> {
    const card = await this.#getByNumber(number);
    const detail = { tail: lastFour(number), ...extraDetail };
    await insertAudit(this.#tx, { actor: this.#actor, action, target: card.id, detail, at: this.#at });
  }
}
