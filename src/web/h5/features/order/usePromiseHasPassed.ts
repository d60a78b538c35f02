import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { useStores } from "../../app/useStores.ts";
import { type PromisedOrder, promisedAtMs } from "./lateness.ts";

/** Returns whether the promised time of an order has passed; on a server-rendered page at first as the server saw it. */
export function usePromiseHasPassed(order: PromisedOrder): boolean {
  const root = useStores();
  return useHasPassed(promisedAtMs(order), () => root.now.getTime());
}
