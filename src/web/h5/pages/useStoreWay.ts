import { useCallback } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { orderMessages } from "../orderMessages.ts";
import { bridgeDoor } from "../stores/bridgeDoor.ts";
import { useStore } from "../useStores.ts";

/** Shows a store on a map: WeChat's own, or the one of the device. */
export function useStoreWay(restaurant: OrderDetail["restaurant"]): () => void {
  const door = useStore(bridgeDoor);
  return useCallback(() => {
    const { latitude: lat, longitude: lng, storename: name, address } = restaurant;
    const show = async () => (await door()).openLocation({ position: { lat, lng }, name, address });
    show().catch((error: unknown) => {
      logFailure("showing the way failed", error);
      toast(orderMessages.order.wayFailed);
    });
  }, [door, restaurant]);
}
