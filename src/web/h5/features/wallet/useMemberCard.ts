import { useCallback, useEffect } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useOnResume } from "../../app/useOnResume.ts";
import { useStore } from "../../app/useStores.ts";
import { memberCardStore } from "./MemberCardStore.ts";

/**
 * Fetches the member card when the page opens and when it becomes visible again; returns the retry function.
 */
export function useMemberCard(): () => void {
  const card = useStore(memberCardStore);
  const load = useCallback(() => {
    card.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the member card failed", error);
    });
  }, [card]);
  useEffect(load, [load]);
  useOnResume(load);
  return load;
}
