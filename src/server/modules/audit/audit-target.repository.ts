import { type AnyColumn, inArray, or, sql } from "drizzle-orm";
import type { AuditTarget } from "#contract/staff/admin/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { dishes, restaurants } from "../../schema/restaurants.ts";
import { staff } from "../../schema/service.ts";

type Kind = AuditTarget["kind"];

/** What the actions whose names begin so are about. */
const kinds: Readonly<Record<string, Kind>> = {
  chat: "customer",
  customer: "customer",
  order: "order",
  invoice: "order",
  restaurant: "restaurant",
  staff: "staff",
  "second-factor": "staff",
  menu: "dish",
};

/** Actions that are about something else than the others of their name; null for none that has a page. */
const otherKinds: Readonly<Record<string, Kind | null>> = {
  "menu.offer-import": "restaurant",
  "invoice.export": null,
  "menu.category": null,
  "menu.category.remove": null,
};

/** Returns what an action is about; null for none that has a page. */
function kindOf(action: string): Kind | null {
  const other = otherKinds[action];
  return other === undefined ? (kinds[action.slice(0, action.indexOf("."))] ?? null) : other;
}

/** Finds names of what entries are about, as a function of action and target; null for what is unknown or gone. */
export async function findTargets(
  queries: QueryRunner,
  entries: readonly { action: string; target: string }[],
): Promise<(action: string, target: string) => AuditTarget | null> {
  const found = new Map<string, AuditTarget>();
  for (const kind of new Set(Object.values(kinds))) {
    const targets = entries.filter(({ action }) => kindOf(action) === kind).map(({ target }) => target);
    const ids = [...new Set(targets)];
    if (ids.length === 0) continue;
    for (const { id, name, userId = null, isGone = false } of await listNames[kind](queries, ids))
      found.set(`${kind} ${id}`, { kind, name, user_id: userId, is_gone: isGone });
  }
  return (action, target) => found.get(`${kindOf(action)} ${target}`) ?? null;
}

interface NamedRow {
  id: string;
  name: string;
  userId?: string;
  /** Closed for good, dismissed or taken off: the lists of the staff's pages leave it out. */
  isGone?: boolean;
}

const isSet = (column: AnyColumn) => sql<boolean>`${column} is not null`;

const listNames: Record<Kind, (queries: QueryRunner, ids: string[]) => Promise<NamedRow[]>> = {
  customer: async (queries, ids) =>
    await queries.select({ id: users.id, name: users.nickname }).from(users).where(inArray(users.id, ids)),
  order: async (queries, ids) =>
    await queries
      .select({ id: orders.id, name: orders.orderNo, userId: orders.userId })
      .from(orders)
      .where(inArray(orders.id, ids)),
  restaurant: async (queries, ids) =>
    await queries
      .select({ id: restaurants.id, name: restaurants.name, isGone: isSet(restaurants.closedAt) })
      .from(restaurants)
      .where(inArray(restaurants.id, ids)),
  staff: async (queries, ids) =>
    await queries
      .select({ id: staff.id, name: staff.name, isGone: isSet(staff.disabledAt) })
      .from(staff)
      .where(inArray(staff.id, ids)),
  dish: listDishNames,
};

/** Lists dishes by the id that their variants share, or by that of a variant. */
async function listDishNames(queries: QueryRunner, ids: string[]): Promise<NamedRow[]> {
  const sharedId = sql<string>`coalesce(${dishes.spuId}, ${dishes.id})`;
  const rows = await queries
    .select({
      id: dishes.id,
      sharedId,
      name: dishes.name,
      sharedName: dishes.spuName,
      isGone: isSet(dishes.retiredAt),
    })
    .from(dishes)
    .where(or(inArray(sharedId, ids), inArray(dishes.id, ids)));
  return rows.flatMap(({ id, sharedId: spuId, name, sharedName, isGone }) => [
    { id, name, isGone },
    { id: spuId, name: sharedName ?? name, isGone },
  ]);
}
