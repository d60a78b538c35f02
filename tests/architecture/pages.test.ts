import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { h5Routes } from "#web/h5/routes.tsx";
import { readPageModules } from "../../scripts/lib/pageModules.ts";

test("every route of the customer's app is found with the file of its code", async () => {
  const modules = readPageModules(await readFile("src/web/h5/routes.tsx", "utf8"));
  expect(Object.keys(modules)).toEqual(h5Routes.map(({ path }) => path));
  for (const file of Object.values(modules)) expect(existsSync(file), file).toBe(true);
  expect(modules["/menu"]).toBe("src/web/h5/pages/MenuPage.tsx");
  expect(modules["/points"]).toBe("src/web/h5/pages/WalletPage.tsx");
});
