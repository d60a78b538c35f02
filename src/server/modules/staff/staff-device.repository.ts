import { and, desc, eq, notInArray } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { sha256 } from "../../platform/security/ids.ts";
import { staffDevices } from "../../schema/security.ts";

/** Maximum devices stored per staff member; the least recently used are deleted. */
const maxDevices = 20;

/** Records the device of a login by the `name` it sends; returns whether it is new for this staff member. */
export async function recordDevice(
  tx: QueryRunner,
  staffId: string,
  name: string,
  at: Date,
): Promise<boolean> {
  const device = sha256(name);
  const isThis = and(eq(staffDevices.staffId, staffId), eq(staffDevices.device, device));
  const updated = await tx.update(staffDevices).set({ seenAt: at }).where(isThis).returning();
  if (updated.length > 0) return false;
  await tx.insert(staffDevices).values({ staffId, device, seenAt: at }).onConflictDoNothing();
  const newest = tx
    .select({ device: staffDevices.device })
    .from(staffDevices)
    .where(eq(staffDevices.staffId, staffId))
    .orderBy(desc(staffDevices.seenAt))
    .limit(maxDevices);
  await tx
    .delete(staffDevices)
    .where(and(eq(staffDevices.staffId, staffId), notInArray(staffDevices.device, newest)));
  return true;
}
