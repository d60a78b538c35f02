import { orderLinesMax } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toText } from "../../app/parse.ts";
import type { CartLine, StoredCart } from "./CartLine.ts";
import { type CurrentDish, findSameDish } from "./reconcile.ts";

/** A dish that was copied from another restaurant's cart, by its id in both restaurants. */
interface CopiedLine {
  readonly id: string;
  readonly fromId: string;
  readonly quantity: number;
}

/** Source cart of the copied lines. */
export interface CartOrigin {
  readonly restaurantId: string;
  readonly lines: readonly CopiedLine[];
}

/**
 * Records which lines of a cart were copied from another restaurant's cart, given the menu they were matched
 * in.
 */
export function createCartOrigin(
  from: StoredCart,
  lines: readonly CartLine[],
  menu: ReadonlyMap<string, NonNullable<CurrentDish>>,
): CartOrigin {
  const copied = from.lines.flatMap(({ item }) => {
    const id = findSameDish(item, menu)?.id;
    const line = lines.find((each) => each.item.id === id);
    return line === undefined ? [] : [{ id: line.item.id, fromId: item.id, quantity: line.quantity }];
  });
  return { restaurantId: from.restaurantId, lines: copied };
}

/** Returns whether a cart holds only unchanged copied lines. */
export function isUnchangedCopy(lines: readonly CartLine[], origin: CartOrigin): boolean {
  const copied = new Map(origin.lines.map(({ id, quantity }) => [id, quantity]));
  return lines.length === copied.size && lines.every((line) => copied.get(line.item.id) === line.quantity);
}

/** Returns the rest of the source cart after the copied lines were ordered. */
export function excludeOrdered(
  source: readonly CartLine[],
  origin: CartOrigin,
  ordered: readonly CartLine[],
): readonly CartLine[] {
  const ids = new Set(ordered.map(({ item }) => item.id));
  const done = new Set(origin.lines.filter(({ id }) => ids.has(id)).map(({ fromId }) => fromId));
  return source.filter(({ item }) => !done.has(item.id));
}

/** Parses a stored origin; null for anything else. */
export function parseOrigin(raw: unknown): CartOrigin | null {
  if (!isRecord(raw) || !Array.isArray(raw.lines)) return null;
  const restaurantId = toText(raw.restaurantId).slice(0, 64);
  const lines = raw.lines.slice(0, orderLinesMax).flatMap((line: unknown) => {
    if (!isRecord(line)) return [];
    const [id, fromId, quantity] = [toText(line.id), toText(line.fromId), toCount(line.quantity)];
    return id === "" || fromId === "" || quantity === null ? [] : [{ id, fromId, quantity }];
  });
  return restaurantId === "" || lines.length === 0 ? null : { restaurantId, lines };
}
