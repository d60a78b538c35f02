import { useEffect } from "react";
import { toast } from "#web/shared/notify.ts";
import { useAdminStores } from "../../AdminStores.ts";
import { securityMessages as messages } from "../../securityMessages.ts";
import { staffEventStore } from "../../stores/StaffLiveStore.ts";

/** Tells an admin, on whichever page, what the head office should look at. */
export function useSecurityAlarms(isAdmin: boolean): void {
  const stores = useAdminStores();
  useEffect(() => {
    if (!isAdmin) return;
    return stores.get(staffEventStore).subscribe((event) => {
      if (event?.name === "office_alarm") toast(messages.alarm(event.data));
    });
  }, [stores, isAdmin]);
}
