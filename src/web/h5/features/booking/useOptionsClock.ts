import { useEffect } from "react";
import { parseLocalTimeMs } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import type { InStoreOptionsStore } from "./InStoreOptionsStore.ts";

const minuteMs = 60_000;

/**
 * Signals the options store when its time passes while the page stays open. Must be used inside an observer.
 */
export function useOptionsClock(optionsStore: InStoreOptionsStore): void {
  const { time } = optionsStore.options;
  const at = time === null ? null : parseLocalTimeMs(time);
  // A time is valid until its minute is over.
  const hasPassed = useHasPassed(at === null ? null : at + minuteMs);
  useEffect(() => {
    if (hasPassed) optionsStore.tick();
  }, [optionsStore, hasPassed]);
}
