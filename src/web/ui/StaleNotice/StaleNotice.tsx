import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { cacheMessages } from "../../lib/cache/cacheMessages.ts";
import styles from "./StaleNotice.module.css";

interface StaleNoticeProps {
  /** Cache of the data below; `staleSince` is set while it is not confirmed as current. */
  cache: { readonly staleSince: number | null };
  /** Reloads the data; called when the network returns. */
  onRefresh: () => void;
}

/** Shows the age of the data below while offline; renders nothing otherwise. */
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
