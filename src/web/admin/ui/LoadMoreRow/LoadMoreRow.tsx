import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { listMessages } from "#web/ui/listMessages.ts";
import { logErrors } from "../logErrors.ts";
import styles from "./LoadMoreRow.module.css";

/** Last row of a list, which loads the next page when it comes into view; empty at the end of the list. */
export const LoadMoreRow = observer(function LoadMoreRow({ list }: { list: PagedList<unknown> }) {
  const end = useRef<HTMLLIElement>(null);
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
  return (
    <li ref={end} className={styles.end}>
      {list.pages.status === "failed" ? (
        <Button variant="ghost" size="small" onPress={loadMore}>
          {commonMessages.retry}
        </Button>
      ) : (
        listMessages.more
      )}
    </li>
  );
});
