import { isRecord } from "#web/shared/api/readReply.ts";
import { amountOf, textOf } from "../../wireValues.ts";
import type { Store } from "./Store.ts";

/** Reads any answer to a restaurant call (specification section 7: `data.data.stores`); null when there is no list. */
export function normalizeStores(reply: unknown): Store[] | null {
  let part: unknown = reply;
  for (let depth = 0; depth < 3 && isRecord(part); depth++) {
    if (Array.isArray(part.stores)) return part.stores.map(storeOf).filter((store) => store !== null);
    part = part.data;
  }
  return Array.isArray(part) ? part.map(storeOf).filter((store) => store !== null) : null;
}

/** One restaurant of the wire; null without a code or a name. */
function storeOf(raw: unknown): Store | null {
  if (!isRecord(raw)) return null;
  const id = textOf(raw.storecode);
  const name = textOf(raw.storename);
  if (id === "" || name === "") return null;
  const booking = isRecord(raw.bookingExt) ? raw.bookingExt : {};
  const isOpen = booking.boolOpenTime !== false;
  return {
    id,
    name,
    address: textOf(raw.address),
    distanceM: amountOf(raw.distance),
    isOpen,
    canOrder: isOpen && booking.boolImmediate !== false,
    statusText: textOf(raw.status_text),
    startTime: textOf(raw.starttime),
    endTime: textOf(raw.endtime),
  };
}

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
    startTime: textOf(startTime),
    endTime: textOf(endTime),
  };
}
