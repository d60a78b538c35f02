import { useEffect } from "react";
import { initialCancelReasons, otherCancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import { logError } from "#web/lib/logError.ts";
import { settingsStore } from "../../app/SettingsStore.ts";
import { useStore } from "../../app/useStores.ts";

/**
 * Returns the reasons from which a customer chooses, once `isNeeded`; null while they are being loaded. The usual
 * ones stand in for those that cannot be loaded. Use it in an observer.
 */
export function useCancelReasons(isNeeded: boolean): { value: number; text: string }[] | null {
  const { settings, load } = useStore(settingsStore);
  useEffect(() => {
    if (isNeeded) load().catch((error: unknown) => logError("loading the cancel reasons failed", error));
  }, [isNeeded, load]);
  if (settings.value === undefined && settings.status !== "failed") return null;
  const reasons = settings.value?.cancel_reasons ?? initialCancelReasons;
  return [...reasons, otherCancelReason].map(({ number, text }) => ({ value: number, text }));
}
