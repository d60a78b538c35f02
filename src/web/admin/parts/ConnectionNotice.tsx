import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useAdminStore } from "../AdminStores.ts";
import { partMessages } from "../partMessages.ts";
import { staffLiveStore } from "../stores/StaffLiveStore.ts";
import styles from "./ConnectionNotice.module.css";

/** A connection that comes back at once is no news. */
const lastingMs = 2_000;

/** Says that the server does not answer, as long as that is so. */
export const ConnectionNotice = observer(function ConnectionNotice() {
  const live = useAdminStore(staffLiveStore);
  const isLost = useLasting(!live.isConnected);
  if (!isLost) return null;
  return (
    <p className={styles.notice} role="status">
      {partMessages.disconnected}
    </p>
  );
});

/** Whether something has been so for a while. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLasting(isSo), isSo ? lastingMs : 0);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isLasting;
}
