import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { logError } from "#web/lib/logError.ts";
import { useStores } from "../../../app/useStores.ts";
import { OrderStore } from "../../order/OrderStore.ts";
import { chatMessages } from "../messages.ts";
import { AttachedOrder } from "./AttachedOrder.tsx";

/** The order named in the URL, above the input, until it is sent or dismissed. */
export const AttachedOrderSection = observer(function AttachedOrderSection({
  onSend,
}: {
  onSend: (order: ChatOrder) => void;
}) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const orderId = search.get("order_id") ?? "";
  const { store, load } = useOrder(orderId);
  // There is no order with such a number, or it is another customer's.
  if (!/^[\w-]{1,64}$/.test(orderId) || store.isNotFound) return null;
  const { value, status } = store.detail;
  const order = value === undefined ? null : toChatOrder(value);
  const dismiss = () => navigate("/customer-service", { replace: true });
  return (
    <AttachedOrder
      order={order}
      hasFailed={status === "failed"}
      onRetry={load}
      onSend={() => {
        if (order !== null) onSend(order);
        dismiss();
      }}
      onClose={dismiss}
    />
  );
});

/** Loads an order into a separate store, so that the page the customer came from keeps its own. */
function useOrder(orderId: string): { store: OrderStore; load: () => void } {
  const { api, session } = useStores();
  const [store] = useState(() => new OrderStore(api, session, Date.now));
  const load = useCallback(() => {
    if (!/^[\w-]{1,64}$/.test(orderId)) return;
    store.open(orderId).catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the order to ask about failed", error);
    });
  }, [store, orderId]);
  useEffect(load, [load]);
  return { store, load };
}

function toChatOrder(order: OrderDetail): ChatOrder {
  const { lines, item_count: count } = order;
  return {
    id: order.order_id,
    storeName: order.restaurant.storename,
    image: lines[0]?.image ?? "",
    summary: chatMessages.order.summary(lines[0]?.name ?? "", count),
    amountFen: order.pay_amount,
    statusText: order.status_text,
  };
}
