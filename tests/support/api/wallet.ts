import { findByNumber, update } from "#server/modules/card/card.repository.ts";
import { generateMemberCards, MemberCardIssuer } from "#server/modules/card/MemberCardIssuer.ts";
import { type Movement, recordMovement } from "#server/modules/points/points.repository.ts";
import type { QueryRunner } from "#server/platform/database/Database.ts";
import { newId, randomDigits } from "#server/platform/security/ids.ts";
import { PinHasher } from "#server/platform/security/PinHasher.ts";
import { cardLedger, cards } from "#server/schema/payments.ts";
import { createIdempotencyKey } from "./buyers.ts";
import type { TestApp } from "./testApp.ts";

/** Adds or deducts a customer's points, as customer service would. */
export async function addPoints(
  app: TestApp,
  userId: string,
  delta: number,
  overrides: Partial<Movement> = {},
): Promise<void> {
  const at = app.clock.now();
  const movement: Movement = {
    userId,
    type: "adjust",
    delta,
    reference: createIdempotencyKey(),
    createdAt: at,
    ...overrides,
  };
  await app.database.transaction((tx) => recordMovement(tx, movement));
}

/** Its worker processes end by themselves. */
const cardCount = new PinHasher();

/** Creates a card without an owner, with a balance in fen. */
export async function createCard(app: TestApp, balanceFen: number): Promise<{ number: string; pin: string }> {
  const [card] = await generateMemberCards(1, cardCount);
  await app.database.transaction((tx) =>
    new MemberCardIssuer(tx, "test", app.clock.now()).issue([card!], balanceFen, null),
  );
  return { number: card!.number, pin: card!.pin };
}

/** Gives a customer a card with a balance in fen; returns its number. */
export async function createBoundCard(app: TestApp, userId: string, balanceFen: number): Promise<string> {
  const { number } = await createCard(app, balanceFen);
  const card = await findByNumber(app.database.queries, number);
  await update(app.database.queries, card!.id, { userId, boundAt: app.clock.now() });
  return number;
}

/** Inserts a customer's card with a balance in fen and an unusable PIN: faster than issuing a real one. */
export async function insertBoundCard(
  tx: QueryRunner,
  userId: string,
  balanceFen: number,
  at: Date,
): Promise<void> {
  const id = newId();
  const number = randomDigits(16);
  const pinHash = "nobody types this one";
  await tx.insert(cards).values({ id, number, pinHash, userId, balanceFen, issuedBy: "test", createdAt: at });
  const entry = { id: newId(), cardId: id, type: "issue", reference: id, createdAt: at } as const;
  await tx.insert(cardLedger).values({ ...entry, deltaFen: balanceFen, balanceAfterFen: balanceFen });
}
