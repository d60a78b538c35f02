import { useCallback } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { loadBridge } from "../../app/loadBridge.ts";
import { useStore } from "../../app/useStores.ts";
import { orderMessages } from "./messages.ts";

/** Returns the handler that shows a restaurant on a map: WeChat's own, or the device's. */
export function useOpenMap(restaurant: OrderDetail["restaurant"]): () => void {
  const openBridge = useStore(loadBridge);
  return useCallback(() => {
    const { latitude: lat, longitude: lng, storename: name, address } = restaurant;
    const show = async () => (await openBridge()).openLocation({ position: { lat, lng }, name, address });
    show().catch((error: unknown) => {
      logError("showing the way failed", error);
      toast(orderMessages.order.directionsFailed);
    });
  }, [openBridge, restaurant]);
}
