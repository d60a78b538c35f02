import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logErrors } from "./logErrors.ts";
import { uiMessages } from "./uiMessages.ts";

/** End of a list, which loads the next page when it comes into view or is pressed; empty at the last page. */
export const LoadMore = observer(function LoadMore<T>({ list }: { list: PagedList<T> }) {
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useCallback(
    () => void logErrors("loading more of a list failed", list.loadMore()),
    [list],
  );
  const canLoad = list.hasMore && list.pages.status === "ready";
  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const intersectionObserver = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
    );
    intersectionObserver.observe(end.current);
    return () => intersectionObserver.disconnect();
  }, [canLoad, loadMore]);
  if (!list.hasMore) return null;
  const hasFailed = list.pages.status === "failed";
  return (
    <div ref={end} style={{ textAlign: "center" }}>
      <Button type="link" loading={!hasFailed && !canLoad} onClick={loadMore}>
        {hasFailed ? commonMessages.retry : uiMessages.loadMore}
      </Button>
    </div>
  );
});
