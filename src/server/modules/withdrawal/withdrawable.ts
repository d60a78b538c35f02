import type { Queries } from "../../platform/Database.ts";
import { accountOf, availablePoints } from "../points/points.repository.ts";
import * as repository from "./withdrawal.repository.ts";

/** How many points a customer may have paid out now: those that came from invites, as far as they are still there. */
export async function withdrawablePoints(queries: Queries, userId: string, now: Date): Promise<number> {
  const account = await accountOf(queries, userId);
  const fromInvites = await repository.invitePoints(queries, userId);
  return Math.max(0, Math.min(fromInvites, await availablePoints(queries, account, now)));
}
