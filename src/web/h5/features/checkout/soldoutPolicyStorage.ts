import { type SoldoutPolicy, soldoutPolicies } from "#contract/order/status.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";

/** Session storage of the policy for sold-out dishes while this webview is open. */
export interface SoldoutPolicyStorage {
  /** Returns `contact` unless another policy was chosen. */
  read(): SoldoutPolicy;
  write(policy: SoldoutPolicy): void;
  /** Clears the choice and returns the default. */
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
