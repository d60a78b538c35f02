import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm";
import { devices, users } from "../../schema/accounts.ts";
import { staff } from "../../schema/service.ts";
import type { QueryRunner } from "../database/Database.ts";
import type { ClientInfo } from "../http/client-info.ts";
import type { Audience } from "./TokenService.ts";

/** Returns whether the device has logged in to the account of a phone number before. */
export async function isKnownDevice(
  queries: QueryRunner,
  audience: Audience,
  phone: string,
  device: string,
): Promise<boolean> {
  const isDevice = and(eq(devices.audience, audience), eq(devices.hash, device));
  const query = queries.select({ hash: devices.hash }).from(devices);
  const rows =
    audience === "customer"
      ? await query
          .innerJoin(users, eq(users.id, devices.subjectId))
          .where(and(isDevice, eq(users.phone, phone)))
      : await query
          .innerJoin(staff, eq(staff.id, devices.subjectId))
          .where(and(isDevice, eq(staff.phone, phone), isNull(staff.disabledAt)));
  return rows.length > 0;
}

/** Saves the client's device after a login and keeps the account's `max` latest; no-op without a device. */
export async function saveDevice(
  tx: QueryRunner,
  account: { audience: Audience; subjectId: string },
  { device }: ClientInfo,
  { now, max }: { now: Date; max: number },
): Promise<void> {
  if (device === null) return;
  await tx
    .insert(devices)
    .values({ ...account, hash: device, lastLoginAt: now })
    .onConflictDoUpdate({
      target: [devices.audience, devices.subjectId, devices.hash],
      set: { lastLoginAt: now },
    });
  const belongsToAccount = and(
    eq(devices.audience, account.audience),
    eq(devices.subjectId, account.subjectId),
  );
  const surplus = await tx
    .select({ hash: devices.hash })
    .from(devices)
    .where(belongsToAccount)
    .orderBy(desc(devices.lastLoginAt))
    .offset(max);
  const hashes = surplus.map(({ hash }) => hash);
  if (hashes.length > 0) await tx.delete(devices).where(and(belongsToAccount, inArray(devices.hash, hashes)));
}

/** Deletes devices whose last login is before a timestamp. */
export async function deleteDevicesBefore(queries: QueryRunner, before: Date): Promise<void> {
  await queries.delete(devices).where(lt(devices.lastLoginAt, before));
}
