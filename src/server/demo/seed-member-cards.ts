import * as cards from "../modules/card/card.repository.ts";
import { findByPhone } from "../modules/user/user.repository.ts";
import type { QueryRunner } from "../platform/database/Database.ts";
import { newId } from "../platform/security/ids.ts";

/** A member card of the demo; `phone` is its holder's. */
export interface DemoMemberCard {
  number: string;
  /** Of its PIN, hashed once for all demos: everybody may know it. */
  pinHash: string;
  balanceFen: number;
  phone: string | null;
}

/** Of the PIN 246810. */
export const demoPinHash =
  "95f8da57704559c09948375472c1cd72:6afe0066cbc664496eed47c198d590b83d4efa387cee4398cc40ce7971f7db80";

/** A card that a demo customer has bound, and a free card to try; its number and PIN are in README.md. */
export const demoMemberCards: DemoMemberCard[] = [
  {
    number: "8800100020003001",
    pinHash: demoPinHash,
    balanceFen: 20_000,
    phone: "13800138000",
  },
  {
    number: "8800100020003002",
    // 135790
    pinHash:
      "1cb182cd095b9eb07c823599c79b13ba:9eed2b4b40c18e11bf694d92edcd7d950bb34e4fd35bb2f5e15f976f433ea3a8",
    balanceFen: 10_000,
    phone: null,
  },
];

/** Puts one card into the database, bound to its holder unless nobody has that phone or has a card already. */
export async function seedMemberCard(tx: QueryRunner, card: DemoMemberCard, now: Date): Promise<void> {
  const { number, pinHash, balanceFen, phone } = card;
  const customer = phone === null ? undefined : await findByPhone(tx, phone);
  const holder = customer && (await cards.findByUserId(tx, customer.id)) === undefined ? customer : undefined;
  const id = newId();
  const row = { id, number, pinHash, issuedBy: "demo", createdAt: now };
  await cards.insert(tx, {
    ...row,
    balanceFen: 0,
    userId: holder?.id ?? null,
    boundAt: holder ? now : null,
  });
  const issued = await cards.lockForUpdate(tx, id);
  if (issued === undefined) throw new Error(`the demo's card ${number} is not there`);
  await cards.addEntry(tx, issued, {
    id: newId(),
    type: "issue",
    deltaFen: balanceFen,
    reference: number,
    createdAt: now,
  });
}
