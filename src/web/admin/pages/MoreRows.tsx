import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import type { PagedList } from "#web/shared/PagedList.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { listTexts } from "#web/shared/ui/listTexts.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./MoreRows.module.css";

/** The last row of a list that grows when it comes into view; nothing when that was all. */
export const MoreRows = observer(function MoreRows({ list }: { list: PagedList<unknown> }) {
  const end = useRef<HTMLLIElement>(null);
  const more = useCallback(() => void quietly("loading more of a list failed", list.loadMore()), [list]);
  const canLoad = list.hasMore && list.pages.status === "ready";
  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && more());
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [canLoad, more]);
  if (!list.hasMore) return null;
  return (
    <li ref={end} className={styles.end}>
      {list.pages.status === "failed" ? (
        <Button look="ghost" size="small" onPress={more}>
          {texts.retry}
        </Button>
      ) : (
        listTexts.more
      )}
    </li>
  );
});
