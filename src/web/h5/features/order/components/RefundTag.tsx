import { formatRefundTag, type OrderStatus, type RefundStatus } from "#contract/order/status.ts";
import { Tag } from "#web/ui/Tag/Tag.tsx";

interface RefundTagProps {
  order: { status: OrderStatus; refund_status: RefundStatus };
}

/** Refund status beside the order's own; renders nothing where the headline shows it. */
export function RefundTag({ order }: RefundTagProps) {
  const text = formatRefundTag(order);
  return text === null ? null : <Tag tone="amber">{text}</Tag>;
}
