import { AppError } from "../../platform/AppError.ts";
import type { QueryRunner } from "../../platform/Database.ts";
import { agentsChannel, restaurantChannel } from "../../platform/live/channels.ts";
import { requireRole } from "./staff-access.ts";

/** The channel that a member of staff follows, by the role. */
export async function getStaffChannel(queries: QueryRunner, staffId: string): Promise<string> {
  const member = await requireRole(queries, staffId, ["agent", "store", "admin"]);
  if (member.role !== "store") return agentsChannel;
  if (member.restaurantId === null) throw new AppError("forbidden");
  return restaurantChannel(member.restaurantId);
}
