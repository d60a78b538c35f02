import { expect, test } from "vitest";
import { nameFirstChunk } from "./nameFirstChunk.ts";

/** A graph by what each module imports; pages and late parts are imported dynamically. */
const imports: Record<string, string[]> = {
  "index.html": ["/App.tsx"],
  "/App.tsx": ["/everywhere.ts"],
  "/H5App.tsx": ["/tabs.ts", "/everywhere.ts"],
  "/HomePage.tsx": ["/home.ts", "/nearest.ts", "/Swiper.tsx"],
  "/InStoreMenuPage.tsx": ["/nearest.ts", "/menu.ts", "/everywhere.ts"],
  "/TakeawayMenuPage.tsx": ["/menu.ts", "/price.ts"],
  "/OrdersPage.tsx": ["/price.ts", "/orders.ts", "/everywhere.ts"],
  "/menu.ts": ["/cart.ts", "/price.ts"],
  "/cart.ts": ["/menu.ts"],
};
const graph = {
  getModuleInfo: (id: string) => ({
    isEntry: id === "index.html",
    importers: Object.keys(imports).filter((importer) => imports[importer]?.includes(id)),
    dynamicImporters: /App\.tsx$|Page\.tsx$/.test(id) ? ["/routes.tsx"] : [],
  }),
};

test.each([
  ["/everywhere.ts", "app"],
  ["/tabs.ts", "app"],
  ["/home.ts", "first-HomePage"],
  ["/nearest.ts", "first-HomePage-shared"],
  ["/menu.ts", "first-InStoreMenuPage-TakeawayMenuPage"],
  ["/cart.ts", "first-InStoreMenuPage-TakeawayMenuPage"],
  ["/price.ts", "first-InStoreMenuPage-TakeawayMenuPage-others"],
  ["/orders.ts", null],
  ["/HomePage.tsx", null],
  ["/Swiper.tsx", null],
])("the chunk of %s is %s", (id, name) => {
  expect(nameFirstChunk(id, graph)).toBe(name);
});
