import { newId } from "#server/platform/security/ids.ts";
import { staff, staffRestaurants } from "#server/schema/service.ts";
import { Client } from "./Client.ts";
import { createToken } from "./namedEndpoints.ts";
import { createPhone } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Client of a new member of staff with the role "store", with id and phone number. */
export type RestaurantMember = Client & { id: string; phone: string };

/** Creates and logs in a member of staff who works at these restaurants. */
export async function createRestaurantMember(
  app: TestApp,
  restaurantIds: readonly string[],
): Promise<RestaurantMember> {
  const [id, { phone }] = [newId(), createPhone()];
  const member = { id, phone, name: "店里同事", role: "store" as const, createdAt: app.clock.now() };
  await app.database.queries.insert(staff).values(member);
  await setRestaurants(app, id, restaurantIds);
  return Object.assign(new Client(app.server, await createToken(app, "staff", id)), { id, phone });
}

/** Lets a member of staff work at these restaurants, without an end of sessions. */
export async function setRestaurants(
  app: TestApp,
  staffId: string,
  restaurantIds: readonly string[],
): Promise<void> {
  await app.sql("delete from staff_restaurants where staff_id = $1", [staffId]);
  const rows = restaurantIds.map((restaurantId) => ({ staffId, restaurantId }));
  if (rows.length > 0) await app.database.queries.insert(staffRestaurants).values(rows);
}

/** Returns the codes of the restaurants at which a member of staff works. */
export async function readRestaurants(app: TestApp, staffId: string): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    "select restaurant_id as id from staff_restaurants where staff_id = $1 order by 1",
    [staffId],
  );
  return rows.map(({ id }) => id);
}
