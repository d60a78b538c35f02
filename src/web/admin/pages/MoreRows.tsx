import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import type { PagedList } from "#web/shared/PagedList.ts";
import { commonMessages } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { listMessages } from "#web/shared/ui/listTexts.ts";
import { logErrors } from "../stores/quietly.ts";
import styles from "./MoreRows.module.css";

/** The last row of a list that grows when it comes into view; nothing when that was all. */
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
