import { useEffect } from "react";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";

/** Loads a list when its page opens and whenever its filter (`by`) changes; returns the reload function. */
export function usePaginatedList(
  list: PagedList<unknown>,
  errorText: string,
  filterKey = "",
): () => Promise<void> {
  const reload = useListReload(list, errorText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed filter means another list
  useEffect(() => {
    list.reset();
    void reload();
  }, [list, reload, filterKey]);
  return reload;
}
