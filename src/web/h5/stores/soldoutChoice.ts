import { type SoldoutPolicy, soldoutPolicies } from "#contract/order/status.ts";
import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";

/** Where the choice for dishes that are not available is stored while this webview is open. */
export interface SoldoutChoice {
  /** `contact` unless something else was chosen. */
  read(): SoldoutPolicy;
  write(policy: SoldoutPolicy): void;
  /** Forgets the choice and answers what holds then. */
  clear(): SoldoutPolicy;
}

export const soldoutChoice: SoldoutChoice = {
  read: () => soldoutPolicies.find((policy) => policy === readVisit(visitKeys.soldoutPolicy)) ?? "contact",
  write: (policy) => writeVisit(visitKeys.soldoutPolicy, policy),
  clear: () => {
    removeVisit(visitKeys.soldoutPolicy);
    return "contact";
  },
};
