import { useEffect } from "react";
import { useAdminStores } from "../../app/AdminStores.ts";
import { staffEventStore } from "../../app/StaffEventStore.ts";
import { toast } from "../../ui/notify.tsx";
import { securityMessages as messages } from "./securityMessages.ts";

/** Notifies an admin of alarms, on any page. */
export function useSecurityAlarms(isAdmin: boolean): void {
  const stores = useAdminStores();
  useEffect(() => {
    if (!isAdmin) return;
    return stores.get(staffEventStore).subscribe((event) => {
      if (event?.name === "office_alarm") toast(messages.alarm(event.data));
    });
  }, [stores, isAdmin]);
}
