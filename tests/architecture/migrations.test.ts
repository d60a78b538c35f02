import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { oldestUsableMigrationMs } from "#server/platform/database/schema-compatibility.ts";
import { root } from "./sources.ts";

const folder = path.join(root, "src/server/migrations");
const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
  entries: { when: number; tag: string }[];
};

/** Statements after which processes of the version before fail. */
const removal =
  /\b(drop\s+(table|column|view|function|trigger)|rename\s+(to|column)|set\s+not\s+null|set\s+data\s+type)\b/i;

function removesSomething({ tag }: { tag: string }): boolean {
  return removal.test(readFileSync(path.join(folder, `${tag}.sql`), "utf8"));
}

test("a migration that removes, renames or restricts anything is the oldest that a version must know", () => {
  expect(entries.map(({ when }) => when)).toContain(oldestUsableMigrationMs);
  const laterRemovals = entries.filter(
    (entry) => entry.when > oldestUsableMigrationMs && removesSomething(entry),
  );
  expect(laterRemovals).toEqual([]);
  // The search finds what it is for.
  expect(entries.filter(removesSomething).map(({ tag }) => tag)).toContain("0020_standard_names");
});
