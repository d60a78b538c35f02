import { useEffect } from "react";
import { toast } from "#web/shared/notify.ts";
import { useAdminStores } from "../../AdminStores.ts";
import { securityMessages as words } from "../../securityMessages.ts";
import { staffLiveStore } from "../../stores/StaffLiveStore.ts";

/** Tells an admin, on whichever page, what the head office should look at. */
export function useOfficeAlarms(isAdmin: boolean): void {
  const stores = useAdminStores();
  useEffect(() => {
    if (!isAdmin) return;
    return stores.get(staffLiveStore).follow((news) => {
      if (news?.name === "office_alarm") toast(words.alarm(news.data));
    });
  }, [stores, isAdmin]);
}
