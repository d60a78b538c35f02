import { useEffect } from "react";
import { useAdminStore } from "../app/AdminStores.ts";
import { type StaffEvent, staffEventStore } from "../app/StaffEventStore.ts";

/** Fetches a list anew whenever the staff's stream names one of these events, or may have missed some. */
export function useReloadOnEvent(name: StaffEvent["name"], reload: () => Promise<void>): void {
  const events = useAdminStore(staffEventStore);
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event === null || event.name === name) void reload();
      }),
    [events, name, reload],
  );
}
