import type { ReactNode } from "react";
import { PullRefresh } from "react-vant/es/pull-refresh/index.js";
import "react-vant/es/pull-refresh/style/index.css";
import { listMessages } from "../listMessages.ts";
import styles from "./PullToRefresh.module.css";

interface PullToRefreshProps {
  onRefresh: () => Promise<void>;
  children: ReactNode;
}

/** react-vant's PullRefresh with announced states: reloads its content when pulled down at the top. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  return (
    <PullRefresh
      className={styles.area ?? ""}
      onRefresh={onRefresh}
      pullingText={<span role="status">{listMessages.pull}</span>}
      loosingText={<span role="status">{listMessages.release}</span>}
      loadingText={() => <span role="status">{listMessages.refreshing}</span>}
    >
      {children}
    </PullRefresh>
  );
}
