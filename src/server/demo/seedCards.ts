import * as cards from "../modules/card/card.repository.ts";
import { hashPin } from "../modules/card/pin.ts";
import { byPhone } from "../modules/user/user.repository.ts";
import type { Queries } from "../platform/Database.ts";
import { newId } from "../platform/ids.ts";

/** A member card of the demo; `phone` is its holder's. */
interface DemoCard {
  number: string;
  pin: string;
  balanceFen: number;
  phone: string | null;
}

/** One that a customer has, and one to be bound by whoever tries the demo; the README tells its number and PIN. */
export const demoCards: DemoCard[] = [
  { number: "8800100020003001", pin: "246810", balanceFen: 20_000, phone: "13800138000" },
  { number: "8800100020003002", pin: "135790", balanceFen: 10_000, phone: null },
];

/** Puts the demo's cards into the database; their holders must be there. */
export async function seedCards(tx: Queries, now: Date): Promise<void> {
  for (const { number, pin, balanceFen, phone } of demoCards) {
    const holder = phone === null ? undefined : await byPhone(tx, phone);
    const id = newId();
    const row = { id, number, pinHash: await hashPin(pin), issuedBy: "demo", createdAt: now };
    await cards.insert(tx, {
      ...row,
      balanceFen: 0,
      userId: holder?.id ?? null,
      boundAt: holder ? now : null,
    });
    const card = await cards.lock(tx, id);
    if (card === undefined) throw new Error(`the demo's card ${number} is not there`);
    await cards.move(tx, card, {
      id: newId(),
      type: "issue",
      deltaFen: balanceFen,
      reference: number,
      at: now,
    });
  }
}
