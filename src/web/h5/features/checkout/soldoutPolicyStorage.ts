import { type SoldoutPolicy, soldoutPolicies } from "#contract/order/status.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";

/** Where the choice for dishes that are not available is stored while this webview is open. */
export interface SoldoutPolicyStorage {
  /** `contact` unless something else was chosen. */
  read(): SoldoutPolicy;
  write(policy: SoldoutPolicy): void;
  /** Forgets the choice and answers what holds then. */
  clear(): SoldoutPolicy;
}

export const soldoutPolicyStorage: SoldoutPolicyStorage = {
  read: () =>
    soldoutPolicies.find((policy) => policy === readSessionItem(sessionKeys.soldoutPolicy)) ?? "contact",
  write: (policy) => writeSessionItem(sessionKeys.soldoutPolicy, policy),
  clear: () => {
    removeSessionItem(sessionKeys.soldoutPolicy);
    return "contact";
  },
};
