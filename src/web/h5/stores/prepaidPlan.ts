import { visitKeys } from "#web/shared/visitStorage.ts";
import { ownPosition } from "../features/location/lastPlace.ts";
import { storeOf } from "../RootStore.ts";
import { PlanStore } from "./PlanStore.ts";
import { planShelf } from "./planShelf.ts";

/** Where, how and when a prepaid meal is to be had, apart from what is planned in the menu of a store. */
export const prepaidPlan = storeOf((root) => {
  const store = new PlanStore({
    api: root.api,
    shelf: planShelf(visitKeys.prepaidPlan),
    position: ownPosition,
    now: Date.now,
  });
  store.restore();
  return store;
});
