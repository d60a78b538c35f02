import type { ComponentProps } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { AmountLines } from "../features/order/AmountLines.tsx";
import { Card } from "../features/order/Card.tsx";
import { OrderInfo } from "../features/order/OrderInfo.tsx";
import { OrderLines } from "../features/order/OrderLines.tsx";
import { OrderTimeline } from "../features/order/OrderTimeline.tsx";
import { PickupCode } from "../features/order/PickupCode.tsx";
import { RefundCard } from "../features/order/RefundCard.tsx";
import { SoldoutNotice } from "../features/order/SoldoutNotice.tsx";
import { StoreWay } from "../features/order/StoreWay.tsx";
import { sayCodeHint } from "../features/order/sayNext.ts";
import { publicOrderUrl } from "../inStorePaths.ts";
import { orderMessages } from "../orderMessages.ts";
import { useCopying } from "./useCopying.ts";
import { useStoreWay } from "./useStoreWay.ts";

const words = orderMessages.order;

interface FactsProps {
  order: OrderDetail;
  /** What it costs, with the points that are chosen for it while it is unpaid. */
  amounts: ComponentProps<typeof AmountLines>["amounts"];
  /** Leads to customer service about the order. */
  onContact: () => void;
}

/** What an order consists of, where it is to be had, and what happened to it. */
export function OrderDetailPageFacts({ order, amounts, onContact }: FactsProps) {
  const showWay = useStoreWay(order.restaurant);
  const copy = useCopying(words);
  // Who fetches the meal wants to know where first of all.
  const isBrought = order.order_type === "takeaway";
  const where = <StoreWay restaurant={order.restaurant} onWay={showWay} />;
  return (
    <>
      {!isBrought && order.pickup_code !== null && (
        <PickupCode
          code={order.pickup_code}
          link={publicOrderUrl(order.third_party_order_id)}
          hint={sayCodeHint(order)}
        />
      )}
      {!isBrought && where}
      <SoldoutNotice order={order} onAnswer={onContact} />
      <RefundCard refund_request={order.refund_request} refunds={order.refunds} />
      <Card title={words.items}>
        <OrderLines lines={order.lines.map(lineOf)} />
        <AmountLines amounts={amounts} hasDelivery={isBrought} />
      </Card>
      {isBrought && where}
      <OrderTimeline entries={order.timeline} />
      <OrderInfo order={order} onCopy={copy} />
    </>
  );
}

function lineOf(line: OrderDetail["lines"][number]) {
  return {
    id: line.id,
    name: line.name,
    specName: line.spec_name,
    image: line.image,
    quantity: line.quantity,
    amountFen: line.amount,
    originalFen: line.original_price * line.quantity,
    ...(line.refunded_quantity > 0 ? { note: words.refundedOf(line.refunded_quantity) } : {}),
  };
}
