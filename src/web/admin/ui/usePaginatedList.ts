import { useCallback, useEffect } from "react";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "./notify.tsx";

/**
 * Loads a list when its page opens and whenever its filter (`filterKey`) changes; returns the reload function,
 * which logs failures, and shows them if older items cover the error state.
 */
export function usePaginatedList(
  list: PagedList<unknown>,
  errorText: string,
  filterKey = "",
): () => Promise<void> {
  const reload = useCallback(async () => {
    try {
      await list.reload();
    } catch (error) {
      if (isAbortError(error)) return;
      logError("loading a list failed", error);
      if (list.items.length > 0) void toast(toErrorMessage(error, errorText));
    }
  }, [list, errorText]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed filter means another list
  useEffect(() => {
    list.reset();
    void reload();
  }, [list, reload, filterKey]);
  return reload;
}
