import { useEffect } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { useSelection } from "../console/useSelection.ts";

const steps: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves through the queue with the arrow keys: anywhere but in fields, and with Alt also there. */
export function useQueueKeyboard(): void {
  const { queue } = useAdminStore(consoleStore);
  const { userId, choose } = useSelection();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (!event.altKey && isField(event.target)) return;
      const next = queue.neighbour(userId, step);
      if (next === undefined) return;
      event.preventDefault();
      choose(next);
      const row = document.querySelector<HTMLElement>(`[data-user="${next}"]`);
      row?.scrollIntoView({ block: "nearest" });
      if (!event.altKey) row?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [queue, userId, choose]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input,textarea,select,[role=dialog]") !== null;
}
