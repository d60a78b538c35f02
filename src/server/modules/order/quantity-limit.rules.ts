import { quantityMax } from "#contract/constants.ts";
import type { CartDifference } from "#contract/order/quote.schema.ts";
import type { MenuRow } from "../menu/menu.repository.ts";

/** A line that can be sold; its row has the stock that this customer may order. */
export interface SellableLine {
  row: MenuRow;
  quantity: number;
}

/**
 * Fits lines into the minimum and maximum of their dishes, for which the variants of a dish are added up. Too many
 * portions are taken from the last lines; missing ones are added to the first lines that have stock, or the dish is
 * left out if there are not enough. Returns the lines that remain, and what changed.
 */
export function fitQuantities(lines: readonly SellableLine[]): {
  lines: SellableLine[];
  differences: CartDifference[];
} {
  const byDish = new Map<string, SellableLine[]>();
  for (const line of lines) {
    const key = line.row.spuId ?? line.row.id;
    byDish.set(key, [...(byDish.get(key) ?? []), line]);
  }
  const fitted = new Map<SellableLine, number>();
  const differences: CartDifference[] = [];
  for (const own of byDish.values()) {
    const fit = fitDish(own);
    if (fit === null) continue;
    for (const [index, line] of own.entries()) {
      const left = fit.quantities[index] ?? 0;
      fitted.set(line, left);
      if (left !== line.quantity) differences.push(toDifference(line, fit, left));
    }
  }
  const kept = lines.map((line) => ({ row: line.row, quantity: fitted.get(line) ?? line.quantity }));
  return { lines: kept.filter(({ quantity }) => quantity > 0), differences };
}

interface Fit {
  kind: "minimum" | "maximum";
  limit: number;
  quantities: number[];
}

/** Returns the quantities that fit, by line; null if the lines of a dish fit as they are. */
function fitDish(lines: readonly SellableLine[]): Fit | null {
  const { minQuantity = null, maxQuantity = null } = lines[0]?.row ?? {};
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (maxQuantity !== null && total > maxQuantity) {
    let room = maxQuantity;
    const quantities = lines.map(({ quantity }) => {
      const taken = Math.min(quantity, room);
      room -= taken;
      return taken;
    });
    return { kind: "maximum", limit: maxQuantity, quantities };
  }
  if (minQuantity === null || total >= minQuantity) return null;
  let missing = minQuantity - total;
  const raised = lines.map(({ row, quantity }) => {
    const added = Math.min(missing, Math.min(row.stock ?? quantityMax, quantityMax) - quantity);
    missing -= added;
    return quantity + added;
  });
  return { kind: "minimum", limit: minQuantity, quantities: missing > 0 ? lines.map(() => 0) : raised };
}

function toDifference({ row }: SellableLine, { kind, limit }: Fit, left: number): CartDifference {
  return { id: row.id, name: row.name, kind, before: null, after: null, left, limit };
}
