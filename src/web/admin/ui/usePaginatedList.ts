import { useEffect } from "react";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";

/** Fetches a list when its page is opened and whenever what it is narrowed to (`by`) changes; answers how to again. */
export function usePaginatedList(
  list: PagedList<unknown>,
  errorText: string,
  filterKey = "",
): () => Promise<void> {
  const reload = useListReload(list, errorText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: narrowed to something else, it is another list
  useEffect(() => {
    list.reset();
    void reload();
  }, [list, reload, filterKey]);
  return reload;
}
