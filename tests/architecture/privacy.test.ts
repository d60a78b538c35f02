import { readFileSync } from "node:fs";
import { getTableConfig } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { ownTables } from "#server/platform/database/own-tables.ts";
import { retention } from "#server/retention.ts";
import { readSources } from "./sources.ts";

const text = readFileSync("docs/privacy.md", "utf8");
const named = new Set([...text.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));

const tables = ownTables.map((table) => getTableConfig(table));

/** Tables of goods, places and sums: each new table belongs here or into the document. */
const withoutPersonalData = new Set([
  "booking_slots",
  "cancellation_figures",
  "card_issues",
  "card_ledger",
  "chain_figures",
  "dish_figures",
  "dishes",
  "figures_progress",
  "hourly_figures",
  "menu_categories",
  "order_history_archives",
  "order_items",
  "outdated_chain_figures",
  "outdated_figures",
  "restaurant_figures",
  "restaurants",
  "security_counts",
  "store_dishes",
  "verification_files",
]);

/** Names of columns that hold data about a person, or lead to one. */
const personalColumn =
  /^(user_id|owner_id|subject_id|inviter_id|invitee_id|phone|contact_phone|openid|unionid|payer_openid|nickname|avatar|recipient|device|network|client_ip|remark|note|subject)$/;

/** Columns of that name about something else: the number of a restaurant. */
const otherMeaning = new Set(["restaurants.phone"]);

test("every table is in the list of personal data, or has none", () => {
  const names = tables.map(({ name }) => name);
  expect(names.filter((name) => !named.has(name) && !withoutPersonalData.has(name))).toEqual([]);
  expect([...withoutPersonalData].filter((name) => !names.includes(name))).toEqual([]);
});

test("no table that is said to have none has a column about a person", () => {
  const found = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => personalColumn.test(column.name))
      .map((column) => `${name}.${column.name}`)
      .filter((place) => withoutPersonalData.has(name) && !otherMeaning.has(place)),
  );
  expect(found).toEqual([]);
});

test("every period is enforced by a job", () => {
  const code = readSources("src/server")
    .map(({ text: source }) => source)
    .join("\n");
  expect(Object.keys(retention).filter((name) => !code.includes(`retention.${name}`))).toEqual([]);
});

test("the jobs that the list names exist", () => {
  const code =
    readFileSync("src/server/modules/register-account-module.ts", "utf8") +
    readFileSync("src/server/modules/register-modules.ts", "utf8");
  const jobs = ["clean-up", "retention", "account-deletions", "data-copies"];
  for (const job of jobs) {
    expect(text).toContain(`\`${job}\``);
    expect(code).toContain(`name: "${job}"`);
  }
});
