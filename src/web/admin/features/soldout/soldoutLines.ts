import { formatDishName } from "#contract/menu/dish-name.ts";
import type { OrderStatus } from "#contract/order/status.ts";

/** Line of an order as the board and the console have it. */
interface OrderLine {
  readonly id: string;
  readonly name: string;
  readonly spec_name: string | null;
  readonly quantity: number;
  readonly refunded_quantity: number;
  readonly unavailable_quantity: number;
}

/** Line that can be reported. */
export interface SoldoutLine {
  readonly id: string;
  readonly name: string;
  /** Portions that are still wanted. */
  readonly left: number;
  /** Reported portions that wait for the customer's decision. */
  readonly awaiting: number;
}

/** Returns the lines of which portions are still wanted. */
export function toSoldoutLines(lines: readonly OrderLine[]): SoldoutLine[] {
  return lines
    .map((line) => ({
      id: line.id,
      name: formatDishName(line.name, line.spec_name),
      left: line.quantity - line.refunded_quantity,
      awaiting: Math.max(0, line.unavailable_quantity - line.refunded_quantity),
    }))
    .filter(({ left }) => left > 0);
}

/** Returns whether dishes of an order with this status can be reported: it is in the kitchen. */
export function canReportSoldout(status: OrderStatus): boolean {
  return status === "paid" || status === "accepted" || status === "preparing";
}
