import type { ShareCard } from "#web/bridge/Bridge.ts";
import { brandName } from "#web/lib/brandName.ts";
import { brandSlogan } from "#web/lib/brandSlogan.ts";
import { createDishShareCard, type DishSubject } from "./createDishShareCard.ts";
import { createPageShareCard, type ShareSubject } from "./createPageShareCard.ts";

type Subject = Omit<ShareSubject, "brand"> & { dish: DishSubject["dish"] | null };

/** Creates the share card of the open dish, or else of its page, with the name and slogan of the chain. */
export function createShareCard({ dish, ...page }: Subject): ShareCard | null {
  if (dish !== null) return createDishShareCard({ ...page, dish });
  return createPageShareCard({ ...page, brand: { name: brandName(), slogan: brandSlogan() } });
}
