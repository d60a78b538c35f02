import { Button, Empty, Flex, Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactElement, useEffect, useRef } from "react";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleMessages } from "./consoleMessages.ts";
import { LoadFailure } from "./LoadFailure.tsx";

interface PagedRowsProps {
  list: PagedList<unknown>;
  label: string;
  messages: { readonly failed: string; readonly empty: string };
  /** Reloads the list; rethrows failures, which the list holds. */
  reload: () => Promise<unknown>;
  /** Space between the rows in px. */
  gap?: number;
  className?: string | undefined;
  children: readonly ReactElement[];
}

/** List that loads its next page when its end comes into view: loading, failed, empty, or its rows. */
export const PagedRows = observer(function PagedRows(props: PagedRowsProps) {
  const { list, label, messages, reload, gap = 0, className = "", children } = props;
  if (!list.hasLoaded && list.pages.status === "failed") {
    const retry = () => void logErrors("loading a list failed", reload());
    return <LoadFailure error={list.pages.error} fallback={messages.failed} onRetry={retry} />;
  }
  if (!list.hasLoaded) return <Skeleton paragraph={{ rows: 6 }} className={className} />;
  if (children.length === 0 && !list.hasMore)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={messages.empty} />;
  return (
    <Flex component="ul" vertical gap={gap} className={className} aria-label={label}>
      {children}
      {list.hasMore && <NextPage list={list} />}
    </Flex>
  );
});

const NextPage = observer(function NextPage({ list }: { list: PagedList<unknown> }) {
  const rowRef = useRef<HTMLLIElement>(null);
  const { status } = list.pages;
  const loadMore = () => void logErrors("loading more of a list failed", list.loadMore());
  useEffect(() => {
    if (status !== "ready" || rowRef.current === null) return;
    const intersectionObserver = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting))
        void logErrors("loading more of a list failed", list.loadMore());
    });
    intersectionObserver.observe(rowRef.current);
    return () => intersectionObserver.disconnect();
  }, [list, status]);
  return (
    <li ref={rowRef}>
      <Button type="text" block loading={list.pages.isLoading} onClick={loadMore}>
        {status === "failed" ? commonMessages.retry : consoleMessages.more}
      </Button>
    </li>
  );
});
