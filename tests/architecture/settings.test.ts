import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingGroups } from "#server/settings/settings.ts";
import { renderSettingsFiles } from "../../scripts/lib/settingsDocs.ts";
import { root } from "./sources.ts";

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
