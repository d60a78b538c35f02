import { readVisit, type VisitKey, writeVisit } from "#web/shared/visitStorage.ts";
import { emptyPlan, parsePlan } from "../features/booking/Plan.ts";
import type { PlanShelf } from "./PlanStore.ts";

/** Keeps a plan under a name while the webview is open. */
export function planShelf(key: VisitKey): PlanShelf {
  return {
    read: () => {
      try {
        return parsePlan(JSON.parse(readVisit(key) ?? "null"));
      } catch {
        return emptyPlan;
      }
    },
    write: (plan) => writeVisit(key, JSON.stringify(plan)),
  };
}
