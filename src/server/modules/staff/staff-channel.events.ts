import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, restaurantChannel } from "../../platform/events/channels.ts";
import { requireOwnRestaurant, requireRole } from "./staff-access.rules.ts";

/**
 * Returns the channel that a staff member follows, by role; restaurant staff with several restaurants request one.
 * Throws "forbidden", "validation" for a choice that is missing.
 */
export async function getStaffChannel(
  queries: QueryRunner,
  staffId: string,
  requestedId: string | undefined,
): Promise<string> {
  const member = await requireRole(queries, staffId, ["agent", "store", "admin"]);
  if (member.role !== "store") return agentsChannel;
  return restaurantChannel(await requireOwnRestaurant(queries, staffId, requestedId));
}
