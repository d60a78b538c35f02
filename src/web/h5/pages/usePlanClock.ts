import { useEffect } from "react";
import { useHasPassed } from "#web/shared/useHasPassed.ts";
import { wallMs } from "../formatMoment.ts";
import type { PlanStore } from "../stores/PlanStore.ts";

const minuteMs = 60_000;

/** Lets a plan notice that its time has passed while the page stays open. Must be used inside an observer. */
export function usePlanClock(planned: PlanStore): void {
  const { time } = planned.plan;
  const at = time === null ? null : wallMs(time);
  // A time counts until its minute is over.
  const hasPassed = useHasPassed(at === null ? null : at + minuteMs);
  useEffect(() => {
    if (hasPassed) planned.tick();
  }, [planned, hasPassed]);
}
