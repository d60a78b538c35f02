import { and, eq, inArray, like, or, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { pointsLedger } from "../../schema/rewards.ts";

/** What came from invites, less what was taken back of it and what is or was on its way out. */
export async function invitePoints(queries: Queries, userId: string): Promise<number> {
  const { type, reference, delta } = pointsLedger;
  const isTakenBack = and(eq(type, "reverse"), like(reference, "invite:%"));
  const rows = await queries
    .select({ sum: sql<number>`coalesce(sum(${delta}), 0)::int` })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.userId, userId),
        or(inArray(type, ["invite", "withdraw", "withdraw_return"]), isTakenBack),
      ),
    );
  return rows[0]?.sum ?? 0;
}
