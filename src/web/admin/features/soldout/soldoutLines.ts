import { formatDishName } from "#contract/menu/dish-name.ts";
import type { OrderStatus } from "#contract/order/status.ts";

/** A line of an order as the board and the console have it. */
interface OrderLine {
  readonly id: string;
  readonly name: string;
  readonly spec_name: string | null;
  readonly quantity: number;
  readonly refunded_quantity: number;
  readonly unavailable_quantity: number;
}

/** A line that can be reported. */
export interface SoldoutLine {
  readonly id: string;
  readonly name: string;
  /** Portions that are still wanted. */
  readonly left: number;
  /** Portions that were reported and about which the customer is asked. */
  readonly awaiting: number;
}

/** The lines of which something is still wanted. */
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

/** Whether dishes of an order in this state can be reported: it is in the kitchen. */
export function canReportSoldout(status: OrderStatus): boolean {
  return status === "paid" || status === "accepted" || status === "preparing";
}
