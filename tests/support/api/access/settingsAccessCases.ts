import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { defaultRestaurantId } from "../people.ts";
import type { AccessCase } from "./accessCases.ts";

const adminOnly = ["forbidden", "forbidden", "forbidden", "works"] as const;

const storeAndAdmin = ["forbidden", "works", "forbidden", "works"] as const;
/** Lists hold the own restaurants of the member who asks. */
const ownAndAdmin = ["forbidden", "works", "own", "works"] as const;

const march = () => ({ query: { from: "2026-03-01", to: "2026-03-31" } });
const marchOfRestaurant = () => ({ query: { ...march().query, restaurant_id: defaultRestaurantId } });

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
  "figures.overview": { input: marchOfRestaurant, expectedForStaff: storeAndAdmin },
  "figures.series": { input: marchOfRestaurant, expectedForStaff: storeAndAdmin },
  "figures.restaurants": { input: march, expectedForStaff: ownAndAdmin },
  "figures.dishes": { input: marchOfRestaurant, expectedForStaff: storeAndAdmin },
  "figures.cancellations": { input: marchOfRestaurant, expectedForStaff: storeAndAdmin },
  "figures.chain": { input: march, expectedForStaff: adminOnly },
  "figures.dailyClose": { input: () => ({ query: { date: "2026-03-01" } }), expectedForStaff: ownAndAdmin },
  "chainSettings.work": { expectedForStaff: ["works", "works", "works", "works"] },
};
