import { isRecord } from "#web/shared/api/readReply.ts";
import { amountOf, textOf } from "../../wireValues.ts";
import type { Store } from "./Store.ts";

/** Reads any answer to a restaurant call (specification section 7: `data.data.stores`); null when there is no list. */
export function normalizeStores(reply: unknown): Store[] | null {
  return (
    rowsOf(reply)
      ?.map(storeOf)
      .filter((store) => store !== null) ?? null
  );
}

/** How many rows an answer has, those that cannot be read included: a page is the last one by this number. */
export function countRows(reply: unknown): number {
  return rowsOf(reply)?.length ?? 0;
}

function rowsOf(reply: unknown): unknown[] | null {
  let part: unknown = reply;
  for (let depth = 0; depth < 3 && isRecord(part); depth++) {
    if (Array.isArray(part.stores)) return part.stores;
    part = part.data;
  }
  return Array.isArray(part) ? part : null;
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
    pausedUntil: momentOf(raw.paused_until),
    startTime: textOf(raw.starttime),
    endTime: textOf(raw.endtime),
  };
}

/** A moment of the wire (ISO); null for anything else. */
function momentOf(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}
