import { Alert } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { staffEventStore } from "../../app/StaffEventStore.ts";
import { uiMessages } from "../uiMessages.ts";

/** A connection that recovers at once is not reported. */
const noticeDelayMs = 2_000;

/** Shows a notice while the server does not respond. */
export const ConnectionNotice = observer(function ConnectionNotice() {
  const live = useAdminStore(staffEventStore);
  const isLost = useDelayedTrue(!live.isConnected);
  if (!isLost) return null;
  return <Alert banner type="warning" title={uiMessages.disconnected} role="status" />;
});

/** Returns true once the value has been true for a while. */
function useDelayedTrue(isTrue: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLasting(isTrue), isTrue ? noticeDelayMs : 0);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isLasting;
}
