import { movePoints } from "#server/modules/points/points.repository.ts";
import type { TestApp } from "../testApp.ts";
import { writeCard } from "../wallet.ts";

/** What everybody in a story begins with: points, some of them from invites, and fen on a card. */
export const purse = { points: 2_000, invitePoints: 3_000, cardFen: 15_000 } as const;

/** Gives a customer points and a member card. */
export async function fillPurse(app: TestApp, userId: string): Promise<void> {
  const at = app.clock.now();
  await app.database.transaction(async (tx) => {
    await movePoints(tx, { userId, type: "adjust", delta: purse.points, reference: "purse", at });
    await movePoints(tx, { userId, type: "invite", delta: purse.invitePoints, reference: "purse", at });
    await writeCard(tx, userId, purse.cardFen, at);
  });
}
