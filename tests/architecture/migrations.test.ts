import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listOwnTables } from "#server/platform/database/own-tables.ts";
import { oldestUsableMigrationMs } from "#server/platform/database/schema-compatibility.ts";
import { root } from "./sources.ts";

const folder = path.join(root, "src/server/migrations");
const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
  entries: { when: number; tag: string }[];
};

test("the server knows every migrated table", () => {
  const newest = readdirSync(path.join(folder, "meta"))
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1) as string;
  const { tables } = JSON.parse(readFileSync(path.join(folder, "meta", newest), "utf8")) as {
    tables: Record<string, { name: string }>;
  };
  expect(listOwnTables().sort()).toEqual(
    Object.values(tables)
      .map(({ name }) => name)
      .sort(),
  );
});

/** Statements after which processes of the version before fail, or may. */
const removals = [
  /\bdrop\s+(table|column|view|function|trigger|type|index|constraint|default)\b/i,
  /\brename\s+(to|column)\b/i,
  /\bset\s+(not\s+null|data\s+type)\b/i,
  /\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/i,
];
/** Statements that restrict a table, which is harmless in the migration that creates it. */
const restriction =
  /^\s*(?:alter\s+table\s+"?(\w+)"?\s+add\s+constraint|create\s+unique\s+index\s+.*\bon\s+"?(\w+)"?)/i;

function removesSomething({ tag }: { tag: string }): boolean {
  const text = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
  const created = [...text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)].map(
    ([, name]) => name,
  );
  return text.split("--> statement-breakpoint").some((statement) => {
    const [, altered, indexed] = restriction.exec(statement) ?? [];
    const restricted = altered ?? indexed;
    return (
      removals.some((pattern) => pattern.test(statement)) ||
      (restricted !== undefined && !created.includes(restricted))
    );
  });
}

test("a migration that removes, renames or restricts anything is the oldest that a version must know", () => {
  expect(entries.map(({ when }) => when)).toContain(oldestUsableMigrationMs);
  const laterRemovals = entries.filter(
    (entry) => entry.when > oldestUsableMigrationMs && removesSomething(entry),
  );
  expect(laterRemovals).toEqual([]);
  // The search finds what it is for.
  const found = entries.filter(removesSomething).map(({ tag }) => tag);
  expect(found).toEqual(expect.arrayContaining(["0020_standard_names"]));
  expect(found).not.toContain("0049_trace_ids");
});
