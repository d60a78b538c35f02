import { type Movement, movePoints } from "#server/modules/points/points.repository.ts";
import { newKey } from "./buyers.ts";
import type { TestApp } from "./testApp.ts";

/** Gives a customer points, or takes some, as customer service would. */
export async function givePoints(
  app: TestApp,
  userId: string,
  delta: number,
  more: Partial<Movement> = {},
): Promise<void> {
  const at = app.clock.now();
  const movement: Movement = { userId, type: "adjust", delta, reference: newKey(), at, ...more };
  await app.database.transaction((tx) => movePoints(tx, movement));
}
