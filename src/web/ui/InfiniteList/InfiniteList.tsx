import { observer } from "mobx-react-lite";
import { type ReactNode, useCallback, useLayoutEffect } from "react";
import { List } from "react-vant/es/list/index.js";
import "react-vant/es/list/style/index.css";
import { isAbortError, toErrorMessage } from "../../lib/api/ApiError.ts";
import type { PagedList } from "../../lib/async/PagedList.ts";
import { commonMessages } from "../../lib/commonMessages.ts";
import { logError } from "../../lib/logError.ts";
import { Button } from "../Button/Button.tsx";
import { ErrorState } from "../ErrorState.tsx";
import { listMessages } from "../listMessages.ts";
import { toast } from "../notify.ts";
import { PullToRefresh } from "../PullToRefresh/PullToRefresh.tsx";
import { Skeleton } from "../Skeleton/Skeleton.tsx";
import styles from "./InfiniteList.module.css";

interface InfiniteListProps {
  list: PagedList<unknown>;
  /** Message for a failure without a known reason. */
  errorText: string;
  /** Shape of the expected items. */
  skeleton?: "card" | "line";
  /** Content of an empty list. */
  empty: ReactNode;
  /** Minimum number of items for an end mark: the end of a list that fits on the screen is obvious. */
  minItemsForEndMark?: number;
  /** Reloads the list and shows failures, see `useListReload`. */
  onReload: () => Promise<void>;
  children: ReactNode;
}

/** react-vant's List and PullRefresh over a paged list: loads more at its end, reloads when pulled down, and restores its state when revisited. */
export const InfiniteList = observer(function InfiniteList(props: InfiniteListProps) {
  const { list, errorText, skeleton = "card", empty, minItemsForEndMark = 5, onReload, children } = props;
  useRestoredScroll(list);
  const { status, error } = list.pages;
  const hasFailed = !list.hasLoaded && status === "failed";
  if (!list.hasLoaded) {
    return hasFailed ? (
      <ErrorState text={toErrorMessage(error, errorText)} onRetry={() => void onReload()} />
    ) : (
      <Skeleton rows={4} shape={skeleton} className={styles.skeleton} />
    );
  }
  if (list.items.length === 0) return empty;
  return (
    <PullToRefresh onRefresh={onReload}>
      <List
        onLoad={() => loadMore(list)}
        finished={!list.hasMore}
        finishedText={list.items.length >= minItemsForEndMark && listMessages.end}
        loadingText={listMessages.more}
        offset={400}
        errorText={(retry: () => void) => (
          <Button variant="ghost" onPress={retry}>
            {commonMessages.retry}
          </Button>
        )}
      >
        {children}
      </List>
    </PullToRefresh>
  );
});

/** Loads the next page, logs its failure, and rethrows it for the list, which then shows 重试. */
async function loadMore(list: PagedList<unknown>): Promise<void> {
  try {
    await list.loadMore();
  } catch (error) {
    if (!isAbortError(error)) logError("loading more of a list failed", error);
    throw error;
  }
}

/**
 * Returns the reload function of a list: logs failures, and shows them if older items cover the error state.
 */
export function useListReload(list: PagedList<unknown>, errorText: string): () => Promise<void> {
  return useCallback(async () => {
    try {
      await list.reload();
    } catch (error) {
      if (isAbortError(error)) return;
      logError("loading a list failed", error);
      if (list.items.length > 0) toast(toErrorMessage(error, errorText));
    }
  }, [list, errorText]);
}

/** Saves the scroll position of the list and restores it when the list is revisited. */
function useRestoredScroll(list: PagedList<unknown>): void {
  useLayoutEffect(() => {
    if (list.scrollTop > 0) window.scrollTo(0, list.scrollTop);
    const saveScroll = () => {
      list.scrollTop = window.scrollY;
    };
    window.addEventListener("scroll", saveScroll, { passive: true });
    return () => window.removeEventListener("scroll", saveScroll);
  }, [list]);
}
