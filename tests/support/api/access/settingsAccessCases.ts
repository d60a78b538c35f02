import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import type { AccessCase } from "./accessCases.ts";

const adminOnly = ["forbidden", "forbidden", "forbidden", "works"] as const;

/** Cases of the endpoints about the chain's settings. */
export const settingsAccessCases: Record<string, AccessCase> = {
  "chainSettings.list": { expectedForStaff: adminOnly },
  "chainSettings.save": {
    input: () => ({ body: { section: "restaurants", version: 1_000, value: initialSettings.restaurants } }),
    // Nothing is changed by what holds already.
    expectedForStaff: adminOnly,
  },
  "chainSettings.history": {
    input: () => ({ query: { section: "service" } }),
    expectedForStaff: adminOnly,
  },
  "chainSettings.work": { expectedForStaff: ["works", "works", "works", "works"] },
};
