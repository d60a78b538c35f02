import { useNavigate } from "react-router-dom";
import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import type { OrderAction } from "#contract/order/status.ts";
import { isMiniProgram } from "#web/bridge/environment.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import type { CartLine } from "../cart/CartLine.ts";
import { cartStore } from "../cart/CartStore.ts";
import { paymentMessages } from "../payment/messages.ts";
import { paymentStore } from "../payment/PaymentStore.ts";
import { findPaymentBreakdown } from "../payment/usePaymentBreakdown.ts";
import { orderMessages } from "./messages.ts";
import { OrderStore, orderStore } from "./OrderStore.ts";

type Order = OrderSummary | OrderDetail;

interface OrderActionHandlers {
  /** Opens the cancellation with reason and confirmation. */
  onCancel: (order: Order) => void;
  /** Opens the form; without it the order's page is opened with the form. */
  onRefund?: () => void;
}

/** Returns the handler of an order's buttons. */
export function useOrderActions({
  onCancel,
  onRefund,
}: OrderActionHandlers): (action: OrderAction, order: Order) => void {
  const navigate = useNavigate();
  const reorder = useReorder();
  const pay = usePayOrder();
  return (action, order) => {
    if (action === "pay") void pay(order);
    else if (action === "cancel") onCancel(order);
    else if (action === "reorder") void reorder(order);
    else if (action === "contact_service") navigate(`/customer-service?order_id=${order.order_id}`);
    else if (onRefund !== undefined) onRefund();
    else navigate(`/order/${order.order_id}`, { state: { asksRefund: true } });
  };
}

/** Returns the handler that starts the payment; errors stay visible on the order's page. */
export function usePayOrder(): (order: Order) => Promise<void> {
  const root = useStores();
  const payment = useStore(paymentStore);
  const shownOrder = useStore(orderStore);
  const navigate = useNavigate();
  return async (order) => {
    const orderId = order.order_id;
    const breakdown = findPaymentBreakdown(root, order);
    // With points or a card, the customer sees the amount before anything is paid.
    if (breakdown === null) return navigate(`/order/${encodeURIComponent(orderId)}`);
    try {
      // The order's page shows the result; the return from the provider's page leads there, too.
      if (!/^\/order(\/|-detail)/.test(window.location.pathname))
        navigate(`/order/${encodeURIComponent(orderId)}`);
      const result = await payment.start(orderId, breakdown);
      if (result === "settled") await shownOrder.open(orderId);
      // The page shows the available method already.
      else if (result === "unsupported" && isMiniProgram(navigator.userAgent, window))
        toast(paymentMessages.miniProgram.title);
    } catch (error) {
      // A newer request of the order replaced this one.
      if (isAbortError(error)) return;
      logError("starting a payment failed", error);
      toast(toErrorMessage(error, paymentMessages.failed));
    }
  };
}

/** Returns the handler that adds the order's available dishes to the cart, once the menu is loaded. */
function useReorder(): (order: Order) => Promise<void> {
  const root = useStores();
  const cart = useStore(cartStore);
  const navigate = useNavigate();
  return async (order) => {
    try {
      // The list has only three dishes of an order; a separate store leaves the shown order as it is.
      const createOrderStore = () => new OrderStore(root.api, root.session, Date.now);
      const { lines } = "lines" in order ? order : await createOrderStore().open(order.order_id);
      const orderedCart = { restaurantId: order.restaurant.storecode, lines: lines.map(toCartLine) };
      if (order.order_type === "takeaway") {
        cart.queueReorder(orderedCart);
        navigate("/takeaway-menu");
      } else {
        const { inStoreCartStore: inStoreCart } = await import("../cart/inStoreCartStore.ts");
        root.get(inStoreCart).queueReorder(orderedCart);
        navigate(`/menu?restaurant_id=${order.restaurant.storecode}&type=${order.order_type}`);
      }
    } catch (error) {
      toast(toErrorMessage(error, orderMessages.order.failed));
    }
  };
}

/**
 * Converts an ordered dish to a cart line, so that the menu comparison reports dishes that are gone or dearer
 * now.
 */
function toCartLine(line: OrderDetail["lines"][number]): CartLine {
  const { id, name, spec_name: specName, price, original_price: original, image, quantity } = line;
  const item = { id, name, specName, priceFen: price, originalPriceFen: original, image, stock: null };
  return { item, quantity };
}
