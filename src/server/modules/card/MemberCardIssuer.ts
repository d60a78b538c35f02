import { CliError } from "../../platform/CliError.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { newId, randomDigits } from "../../platform/security/ids.ts";
import type { PinHasher } from "../../platform/security/PinHasher.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { lastFour } from "./card.presenter.ts";
import * as repository from "./card.repository.ts";

/** Prefix of this app's card numbers; no bank uses it. */
const numberPrefix = "8800";
const randomPartDigits = 12;
const pinDigits = 6;

/** A card to be created, with its PIN, which cannot be read again later. */
export interface NewMemberCard {
  number: string;
  pin: string;
  pinHash: string;
}

/** Generates numbers and PINs for `count` new cards. Slow, so call it before the transaction. */
export async function generateMemberCards(count: number, pins: PinHasher): Promise<NewMemberCard[]> {
  const numbers = Array.from({ length: count }, () => `${numberPrefix}${randomDigits(randomPartDigits)}`);
  return await generatePins(numbers, pins);
}

/** Generates new PINs for cards that have numbers already. */
export async function generatePins(numbers: readonly string[], pins: PinHasher): Promise<NewMemberCard[]> {
  const cards: NewMemberCard[] = [];
  // Batches of two, the number of hashes that run at once: a customer binding a card waits for one of them at
  // most.
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

/** Issues and changes cards inside the caller's transaction; each action is audited under its actor. */
export class MemberCardIssuer {
  readonly #tx: QueryRunner;
  readonly #actor: string;
  readonly #at: Date;

  constructor(tx: QueryRunner, actor: string, at: Date) {
    this.#tx = tx;
    this.#actor = actor;
    this.#at = at;
  }

  /** Creates cards with the given balance each, in fen; cards issued by staff are grouped by their issue. */
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

  /** Replaces the PINs of cards whose PINs have not been read. */
  async replacePins(cards: readonly NewMemberCard[]): Promise<void> {
    for (const { number, pinHash } of cards) {
      const { id } = await this.#getByNumber(number);
      await repository.update(this.#tx, id, { pinHash });
      await this.#audit("card.tell-pin", number, {});
    }
  }

  /** Adds `deltaFen` to a balance; the balance never goes below 0. */
  async adjustBalance(number: string, deltaFen: number, note: string): Promise<void> {
    const existing = await this.#getByNumber(number);
    const card = await this.#addEntry(existing.id, "adjust", deltaFen);
    await this.#audit("card.adjust", number, { delta: deltaFen, before: card.balanceFen, note });
  }

  /** Disables a card: it can no longer be bound or pay. Its balance stays, and refunds still reach it. */
  async disable(number: string): Promise<void> {
    const existing = await this.#getByNumber(number);
    if (existing.disabledAt !== null) throw new CliError(`Card ${number} is disabled already.`);
    await repository.lockForUpdate(this.#tx, existing.id);
    await repository.update(this.#tx, existing.id, { disabledAt: this.#at });
    await this.#audit("card.disable", number, {});
  }

  async #getByNumber(number: string): Promise<repository.MemberCardRow> {
    const card = await repository.findByNumber(this.#tx, number);
    if (card === undefined) throw new CliError(`There is no card ${number}.`);
    return card;
  }

  async #addEntry(id: string, type: "issue" | "adjust", deltaFen: number): Promise<repository.MemberCardRow> {
    const card = (await repository.lockForUpdate(this.#tx, id)) as repository.MemberCardRow;
    if (card.balanceFen + deltaFen < 0) throw new CliError("A card cannot have less than nothing on it.");
    await repository.addEntry(this.#tx, card, {
      id: newId(),
      type,
      deltaFen,
      reference: newId(),
      createdAt: this.#at,
    });
    return card;
  }

  /** Audits the last four digits only: more people read the log than may know a card number. */
  async #audit(action: string, number: string, extraDetail: Record<string, unknown>): Promise<void> {
    const card = await this.#getByNumber(number);
    const detail = { tail: lastFour(number), ...extraDetail };
    await insertAudit(this.#tx, { actor: this.#actor, action, target: card.id, detail, createdAt: this.#at });
  }
}
