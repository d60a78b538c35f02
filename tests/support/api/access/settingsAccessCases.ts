import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import type { AccessCase } from "./accessCases.ts";

const adminOnly = ["forbidden", "forbidden", "forbidden", "works"] as const;

const march = () => ({ query: { from: "2026-03-01", to: "2026-03-31" } });

/** Cases of the endpoints about the chain's settings and its figures. */
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
  "staffLegal.list": { expectedForStaff: adminOnly },
  "staffLegal.read": { input: () => ({ query: { name: "privacy" } }), expectedForStaff: adminOnly },
  "staffLegal.save": {
    input: () => ({ body: { name: "about", version: 0, body: "关于我们", needs_consent: false } }),
    expectedForStaff: adminOnly,
  },
  "staffLegal.history": { input: () => ({ query: { name: "privacy" } }), expectedForStaff: adminOnly },
  "figures.overview": { input: march, expectedForStaff: adminOnly },
  "figures.series": { input: march, expectedForStaff: adminOnly },
  "figures.restaurants": { input: march, expectedForStaff: adminOnly },
  "figures.dishes": { input: march, expectedForStaff: adminOnly },
  "figures.cancellations": { input: march, expectedForStaff: adminOnly },
  "figures.chain": { input: march, expectedForStaff: adminOnly },
  "figures.dailyClose": { input: () => ({ query: { date: "2026-03-01" } }), expectedForStaff: adminOnly },
  "chainSettings.work": { expectedForStaff: ["works", "works", "works", "works"] },
};
