import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { initialBrand } from "#contract/chain-settings/brand.ts";
import { initialMenuNotices } from "#contract/chain-settings/menu-notices.ts";
import { settingGroups } from "#server/settings/settings.ts";
import { renderSettingsFiles } from "../../scripts/lib/settingsDocs.ts";
import { readSources, root } from "./sources.ts";

test.each(Object.entries(renderSettingsFiles()))(
  "%s is what `npm run settings` writes",
  (file, expectedText) => {
    expect(readFileSync(path.join(root, file), "utf8")).toBe(expectedText);
  },
);

test("every setting has a meaning and a unit that fit into a table, and a default that the server accepts", () => {
  const settings = settingGroups.flatMap((group) => Object.entries(group.settings));
  expect(new Set(settings.map(([name]) => name)).size).toBe(settings.length);
  for (const [name, setting] of settings) {
    expect(`${setting.meaning}${setting.unit}`, name).not.toMatch(/[|\n]/);
    expect(setting.meaning.length, name).toBeGreaterThan(10);
    for (const text of [setting.default, setting.productionDefault ?? setting.default])
      expect(() => setting.parse(text, name), name).not.toThrow();
  }
});

test("the chain's name stands in the settings and in the demo's data only", () => {
  const mayNameIt = /^src\/(sandbox|server\/demo)\/|^src\/contract\/chain-settings\/brand\.ts$|\.test\.tsx?$/;
  const naming = readSources("src")
    .filter(({ file, text }) => text.includes(initialBrand.name) && !mayNameIt.test(file))
    .map(({ file }) => file);
  expect(naming).toEqual([]);
});

test("index.html is written with the initial notices above menus, which other hosts show", () => {
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  expect(/name="menu-notices" content="([^"]*)"/.exec(page)?.[1]).toBe(initialMenuNotices.join("\n"));
});
