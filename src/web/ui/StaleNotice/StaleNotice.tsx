import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { cacheMessages } from "../../lib/cache/cacheMessages.ts";
import styles from "./StaleNotice.module.css";

interface StaleNoticeProps {
  /** What is shown below, and since when nobody knows whether it is true still. */
  cache: { readonly staleSince: number | null };
  /** Asks again; called when the network is back. */
  onRefresh: () => void;
}

/** Says how old the things below are while the network is away; nothing otherwise. */
export const StaleNotice = observer(function StaleNotice({
  cache: { staleSince },
  onRefresh,
}: StaleNoticeProps) {
  const isStale = staleSince !== null;
  useEffect(() => {
    if (!isStale) return;
    window.addEventListener("online", onRefresh);
    return () => window.removeEventListener("online", onRefresh);
  }, [isStale, onRefresh]);
  if (!isStale) return null;
  return (
    <p className={styles.note} role="status">
      {cacheMessages.offline(staleSince)}
    </p>
  );
});
