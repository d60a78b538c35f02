import type { Queries } from "../../platform/Database.ts";
import { newId, randomDigits } from "../../platform/ids.ts";
import type { Pins } from "../../platform/pins/Pins.ts";
import { audit } from "../staff/staff.repository.ts";
import { CardError } from "./CardError.ts";
import { tailOf } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";

/** Numbers of ours begin like this; no bank's do. */
const prefix = "8800";
const restDigits = 12;
const pinDigits = 6;

/** A card that is about to be made, with the PIN that nobody can read again later. */
export interface FreshCard {
  number: string;
  pin: string;
  pinHash: string;
}

/** Numbers and PINs for so many new cards; slow work, to be done before the transaction. */
export async function freshCards(count: number, pins: Pins): Promise<FreshCard[]> {
  const numbers = Array.from({ length: count }, () => `${prefix}${randomDigits(restDigits)}`);
  return await freshPins(numbers, pins);
}

/** The same for cards that have numbers already. */
export async function freshPins(numbers: readonly string[], pins: Pins): Promise<FreshCard[]> {
  const cards: FreshCard[] = [];
  // Two after two, as many as are hashed at once: who binds a card waits for no more than one of them.
  for (let first = 0; first < numbers.length; first += 2)
    cards.push(
      ...(await Promise.all(numbers.slice(first, first + 2).map((number) => freshCard(number, pins)))),
    );
  return cards;
}

async function freshCard(number: string, pins: Pins): Promise<FreshCard> {
  const pin = randomDigits(pinDigits);
  return { number, pin, pinHash: await pins.hash(pin) };
}

/** Issuing and changing cards inside a transaction of the caller's; each act is in the audit log under who does it. */
export class CardDesk {
  readonly #tx: Queries;
  readonly #actor: string;
  readonly #at: Date;

  constructor(tx: Queries, actor: string, at: Date) {
    this.#tx = tx;
    this.#actor = actor;
    this.#at = at;
  }

  /** Makes cards with so much on each, in fen; staff's are held together by an issue of theirs. */
  async issue(
    cards: FreshCard[],
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
      await this.#move(id, "issue", amountFen);
      await this.#record("card.issue", number, { amount: amountFen, ...(note !== null && { note }) });
    }
  }

  /** Takes these PINs instead of those that nobody has read. */
  async changePins(cards: readonly FreshCard[]): Promise<void> {
    for (const { number, pinHash } of cards) {
      const { id } = await this.#known(number);
      await repository.update(this.#tx, id, { pinHash });
      await this.#record("card.tell-pin", number, {});
    }
  }

  /** Adds to a balance, or takes from it, in fen; never below nothing. */
  async adjust(number: string, deltaFen: number, note: string): Promise<void> {
    const known = await this.#known(number);
    const card = await this.#move(known.id, "adjust", deltaFen);
    await this.#record("card.adjust", number, { delta: deltaFen, before: card.balanceFen, note });
  }

  /** Ends a card: it can neither be bound nor pay any more. What is on it stays, and refunds still reach it. */
  async disable(number: string): Promise<void> {
    const known = await this.#known(number);
    if (known.disabledAt !== null) throw new CardError(`Card ${number} is disabled already.`);
    await repository.lock(this.#tx, known.id);
    await repository.update(this.#tx, known.id, { disabledAt: this.#at });
    await this.#record("card.disable", number, {});
  }

  async #known(number: string): Promise<repository.CardRow> {
    const card = await repository.byNumber(this.#tx, number);
    if (card === undefined) throw new CardError(`There is no card ${number}.`);
    return card;
  }

  async #move(id: string, type: "issue" | "adjust", deltaFen: number): Promise<repository.CardRow> {
    const card = (await repository.lock(this.#tx, id)) as repository.CardRow;
    if (card.balanceFen + deltaFen < 0) throw new CardError("A card cannot have less than nothing on it.");
    await repository.move(this.#tx, card, { id: newId(), type, deltaFen, reference: newId(), at: this.#at });
    return card;
  }

  /** By the last four digits: the log is read by more people than may know a number. */
  async #record(action: string, number: string, more: Record<string, unknown>): Promise<void> {
    const card = await this.#known(number);
    const detail = { tail: tailOf(number), ...more };
    await audit(this.#tx, { actor: this.#actor, action, target: card.id, detail, at: this.#at });
  }
}
