import { useCallback } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { logError } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { orderMessages } from "../orderMessages.ts";
import { loadBridge } from "../stores/bridgeDoor.ts";
import { useStore } from "../useStores.ts";

/** Shows a store on a map: WeChat's own, or the one of the device. */
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
