import type { ComponentProps } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { Card } from "#web/ui/Card/Card.tsx";
import { useCopyToClipboard } from "../../../app/useCopyToClipboard.ts";
import { orderMessages } from "../messages.ts";
import { pickupCodeHint } from "../nextStepText.ts";
import { useOpenMap } from "../useOpenMap.ts";
import { AmountBreakdown } from "./AmountBreakdown.tsx";
import { OrderInfo } from "./OrderInfo.tsx";
import { OrderLineList } from "./OrderLineList.tsx";
import { OrderTimeline } from "./OrderTimeline.tsx";
import { PickupCode } from "./PickupCode.tsx";
import { RefundCard } from "./RefundCard.tsx";
import { RestaurantLocation } from "./RestaurantLocation.tsx";
import { SoldoutNotice } from "./SoldoutNotice.tsx";

const messages = orderMessages.order;

interface OrderFactsProps {
  order: OrderDetail;
  /** Amounts, with the selected points while unpaid. */
  amounts: ComponentProps<typeof AmountBreakdown>["amounts"];
  /** Opens customer service about the order. */
  onContact: () => void;
}

/** Items, location and timeline of an order. */
export function OrderFacts({ order, amounts, onContact }: OrderFactsProps) {
  const openMap = useOpenMap(order.restaurant);
  const copy = useCopyToClipboard(messages);
  // For pickup the location comes first.
  const isDelivery = order.order_type === "takeaway";
  const restaurantLocation = <RestaurantLocation restaurant={order.restaurant} onOpenMap={openMap} />;
  return (
    <>
      {!isDelivery && order.pickup_code !== null && (
        <PickupCode
          code={order.pickup_code}
          publicId={order.third_party_order_id}
          hint={pickupCodeHint(order)}
        />
      )}
      {!isDelivery && restaurantLocation}
      <SoldoutNotice order={order} onContactService={onContact} />
      <RefundCard refund_request={order.refund_request} refunds={order.refunds} />
      <Card title={messages.items}>
        <OrderLineList lines={order.lines.map(toLine)} />
        <AmountBreakdown amounts={amounts} hasDelivery={isDelivery} />
      </Card>
      {isDelivery && restaurantLocation}
      <OrderTimeline entries={order.timeline} />
      <OrderInfo order={order} onCopy={copy} />
    </>
  );
}

function toLine(line: OrderDetail["lines"][number]) {
  return {
    id: line.id,
    name: line.name,
    specName: line.spec_name,
    image: line.image,
    quantity: line.quantity,
    amountFen: line.amount,
    originalFen: line.original_price * line.quantity,
    ...(line.refunded_quantity > 0 ? { note: messages.refundedOf(line.refunded_quantity) } : {}),
  };
}
