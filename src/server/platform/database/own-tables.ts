import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as accounts from "../../schema/accounts.ts";
import * as chat from "../../schema/chat.ts";
import * as figures from "../../schema/figures.ts";
import * as invoices from "../../schema/invoices.ts";
import * as orders from "../../schema/orders.ts";
import * as payments from "../../schema/payments.ts";
import * as restaurants from "../../schema/restaurants.ts";
import * as rewards from "../../schema/rewards.ts";
import * as security from "../../schema/security.ts";
import * as service from "../../schema/service.ts";
import * as settings from "../../schema/settings.ts";

const schemas = [
  accounts,
  chat,
  figures,
  invoices,
  orders,
  payments,
  restaurants,
  rewards,
  security,
  service,
  settings,
];

/** The migrated tables; others of the database may use the same schema. */
export const ownTables: readonly PgTable[] = schemas
  .flatMap((schema): unknown[] => Object.values(schema))
  .filter((value) => is(value, PgTable));

/** Returns the names of the migrated tables. */
export function listOwnTables(): string[] {
  return ownTables.map((table) => getTableName(table));
}
