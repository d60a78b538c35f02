import { useEffect } from "react";
import { toast } from "#web/ui/notify.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { staffEventStore } from "../../app/StaffEventStore.ts";
import { securityMessages as messages } from "./securityMessages.ts";

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
