import { recordMovement } from "#server/modules/points/points.repository.ts";
import type { TestApp } from "../testApp.ts";
import { insertBoundCard } from "../wallet.ts";

/** Initial balances of every customer in a scenario: points, some of them from invites, and fen on a card. */
export const initialBalances = { points: 2_000, invitePoints: 3_000, cardFen: 15_000 } as const;

/** Gives a customer points and a member card. */
export async function fundCustomer(app: TestApp, userId: string): Promise<void> {
  const at = app.clock.now();
  await app.database.transaction(async (tx) => {
    await recordMovement(tx, {
      userId,
      type: "adjust",
      delta: initialBalances.points,
      reference: "purse",
      createdAt: at,
    });
    await recordMovement(tx, {
      userId,
      type: "invite",
      delta: initialBalances.invitePoints,
      reference: "purse",
      createdAt: at,
    });
    await insertBoundCard(tx, userId, initialBalances.cardFen, at);
  });
}
