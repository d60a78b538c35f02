import { useSyncExternalStore } from "react";
import { commonMessages } from "../../lib/commonMessages.ts";
import styles from "./OfflineBanner.module.css";

/** Banner while the device is offline. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className={styles.banner} role="status">
      {commonMessages.offlineBanner}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
