import { observer } from "mobx-react-lite";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { isAborted, messageOf } from "../api/ApiError.ts";
import { logFailure } from "../log.ts";
import { toast } from "../notify.ts";
import type { PagedList } from "../PagedList.ts";
import { texts } from "../texts.ts";
import { Button } from "./Button.tsx";
import styles from "./EndlessList.module.css";
import { FailedState } from "./FailedState.tsx";
import { listTexts } from "./listTexts.ts";
import { PullDown } from "./PullDown.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface EndlessListProps {
  list: PagedList<unknown>;
  /** What is said when nothing could be fetched and no reason is known. */
  failed: string;
  /** The shape of what comes. */
  skeleton?: "card" | "line";
  /** What an empty list shows. */
  empty: ReactNode;
  /** From how many items on the end is marked: that of a list that fills no screen is plain to see. */
  endFrom?: number;
  /** Fetches it anew and tells failures, see `useListReload`. */
  onReload: () => Promise<void>;
  /** The items. */
  children: ReactNode;
}

/** A list that grows at its end, is fetched anew when it is pulled down, and stays as it was when one comes back to it. */
export const EndlessList = observer(function EndlessList(props: EndlessListProps) {
  const { list, failed, skeleton = "card", empty, endFrom = 5, onReload, children } = props;
  useKeptPlace(list);
  const { status, error } = list.pages;
  if (!list.isKnown) {
    return status === "failed" ? (
      <FailedState text={messageOf(error, failed)} onRetry={() => void onReload()} />
    ) : (
      <Skeleton rows={4} shape={skeleton} className={styles.skeleton} />
    );
  }
  if (list.items.length === 0) return empty;
  return (
    <PullDown onRefresh={onReload}>
      {children}
      <End list={list} isMarked={list.items.length >= endFrom} />
    </PullDown>
  );
});

/** How a list is fetched anew: failures are logged, and said when there is something else to be seen in their place. */
export function useListReload(list: PagedList<unknown>, failed: string): () => Promise<void> {
  return useCallback(async () => {
    try {
      await list.reload();
    } catch (error) {
      if (isAborted(error)) return;
      logFailure("loading a list failed", error);
      if (list.items.length > 0) toast(messageOf(error, failed));
    }
  }, [list, failed]);
}

interface EndProps {
  list: PagedList<unknown>;
  isMarked: boolean;
}

/** What stands at the end: more is coming, more could not come, or that is all. */
const End = observer(function End({ list, isMarked }: EndProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useCallback(() => {
    list.loadMore().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading more of a list failed", error);
    });
  }, [list]);
  const canLoad = list.hasMore && list.pages.status === "ready";
  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && more(), {
      rootMargin: "400px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [canLoad, more]);
  return (
    <div ref={end} className={styles.end}>
      {list.hasMore && list.pages.status === "failed" ? (
        <Button look="ghost" onPress={more}>
          {texts.retry}
        </Button>
      ) : (
        (list.hasMore && listTexts.more) || (isMarked && listTexts.end)
      )}
    </div>
  );
});

/** Remembers how far the list was scrolled and goes there again when one comes back to it. */
function useKeptPlace(list: PagedList<unknown>): void {
  useLayoutEffect(() => {
    if (list.scrollTop > 0) window.scrollTo(0, list.scrollTop);
    const keep = () => {
      list.scrollTop = window.scrollY;
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [list]);
}
