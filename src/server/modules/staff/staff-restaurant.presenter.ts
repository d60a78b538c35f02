import type { Staff } from "#contract/staff/auth/schema.ts";
import type { Workplace } from "./staff-restaurant.repository.ts";

/** Converts the restaurants of a member of staff to their wire form. */
export function presentWorkplaces(workplaces: readonly Workplace[]): Staff["restaurants"] {
  return workplaces.map(({ id, name }) => ({ restaurant_id: id, name }));
}
