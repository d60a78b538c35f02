import { movePoints } from "#server/modules/points/points.repository.ts";
import { newId, randomDigits } from "#server/platform/ids.ts";
import { cardLedger, cards } from "#server/schema/payments.ts";
import type { TestApp } from "../testApp.ts";

/** What everybody in a story begins with: points, some of them from invites, and fen on a card. */
export const purse = { points: 2_000, invitePoints: 3_000, cardFen: 15_000 } as const;

/** Gives a customer points and a member card. */
export async function fillPurse(app: TestApp, userId: string): Promise<void> {
  const at = app.clock.now();
  const cardId = newId();
  await app.database.transaction(async (tx) => {
    await movePoints(tx, { userId, type: "adjust", delta: purse.points, reference: "purse", at });
    await movePoints(tx, { userId, type: "invite", delta: purse.invitePoints, reference: "purse", at });
    await tx.insert(cards).values({
      id: cardId,
      number: randomDigits(16),
      pinHash: "nobody types this one",
      userId,
      balanceFen: purse.cardFen,
      issuedBy: "test",
      createdAt: at,
    });
    await tx.insert(cardLedger).values({
      id: newId(),
      cardId,
      type: "issue",
      deltaFen: purse.cardFen,
      balanceAfterFen: purse.cardFen,
      reference: cardId,
      at,
    });
  });
}
