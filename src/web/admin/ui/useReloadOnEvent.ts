import { useEffect } from "react";
import { useAdminStore } from "../app/AdminStores.ts";
import { type StaffEvent, staffEventStore } from "../app/StaffEventStore.ts";

/** Reloads a list on one of these staff events, or if some may have been missed. */
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
