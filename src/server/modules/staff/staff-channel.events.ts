import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, restaurantChannel } from "../../platform/events/channels.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { requireRole } from "./staff-access.rules.ts";

/** Returns the channel that a staff member follows, by role. */
export async function getStaffChannel(queries: QueryRunner, staffId: string): Promise<string> {
  const member = await requireRole(queries, staffId, ["agent", "store", "admin"]);
  if (member.role !== "store") return agentsChannel;
  if (member.restaurantId === null) throw new AppError("forbidden");
  return restaurantChannel(member.restaurantId);
}
