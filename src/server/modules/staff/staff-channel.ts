import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import { deskChannel, storeChannel } from "../../platform/live/channels.ts";
import { requireRole } from "./staff-access.ts";

/** The channel that a member of staff follows, by the role. */
export async function staffChannel(queries: Queries, staffId: string): Promise<string> {
  const member = await requireRole(queries, staffId, ["agent", "store", "admin"]);
  if (member.role !== "store") return deskChannel;
  if (member.restaurantId === null) throw new AppError("forbidden");
  return storeChannel(member.restaurantId);
}
