import { useEffect } from "react";
import { useAdminStore } from "../AdminStores.ts";
import { type StaffNews, staffLiveStore } from "../stores/StaffLiveStore.ts";

/** Fetches a list anew whenever the staff's stream names one of these events, or may have missed some. */
export function useLiveReload(name: StaffNews["name"], reload: () => Promise<void>): void {
  const live = useAdminStore(staffLiveStore);
  useEffect(
    () =>
      live.follow((news) => {
        if (news === null || news.name === name) void reload();
      }),
    [live, name, reload],
  );
}
