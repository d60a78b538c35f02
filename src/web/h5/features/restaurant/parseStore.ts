import { isRecord } from "#web/shared/api/readReply.ts";
import { amountOf, textOf } from "../../wireValues.ts";
import type { Store } from "./Store.ts";

/** Reads a remembered restaurant; null when anything essential is missing or of another type. */
export function parseStore(raw: unknown): Store | null {
  if (!isRecord(raw)) return null;
  const { id, name, address, distanceM, isOpen, canOrder, statusText, startTime, endTime } = raw;
  if (typeof id !== "string" || id === "" || typeof name !== "string" || name === "") return null;
  return {
    id,
    name,
    address: textOf(address),
    distanceM: amountOf(distanceM),
    isOpen: isOpen === true,
    canOrder: canOrder === true,
    statusText: textOf(statusText),
    pausedUntil: typeof raw.pausedUntil === "string" ? raw.pausedUntil : null,
    startTime: textOf(startTime),
    endTime: textOf(endTime),
  };
}
