import { formatYuan } from "#contract/money.ts";
import type { ShareCard } from "#web/bridge/Bridge.ts";
import type { MenuCard } from "../menu/groupMenu.ts";
import { shareMessages } from "./messages.ts";

interface DishSubject {
  origin: string;
  /** The menu it is looked at in. */
  pathname: string;
  search: string;
  dish: Pick<MenuCard, "name" | "description" | "image" | "hasVariants"> & {
    readonly shown: Pick<MenuCard["shown"], "id" | "priceFen">;
  };
  /** The sender's code; empty for visitors. */
  inviteCode: string;
}

/**
 * The card of a dish: it opens the menu with this dish on top. Neither the address in use nor the table travels with it.
 */
export function createDishShareCard({ origin, pathname, search, dish, inviteCode }: DishSubject): ShareCard {
  const { shown, image, hasVariants } = dish;
  const restaurantId = pathname === "/menu" ? new URLSearchParams(search).get("restaurant_id") : null;
  const query = new URLSearchParams(restaurantId === null ? {} : { restaurant_id: restaurantId });
  query.set("dish", shown.id);
  if (inviteCode !== "") query.set("invite_code", inviteCode);
  return {
    title: shareMessages.dish(dish.name, formatYuan(shown.priceFen), hasVariants),
    desc: dish.description === "" ? shareMessages.takeaway.desc : dish.description,
    link: `${origin}${restaurantId === null ? "/takeaway-menu" : "/menu"}?${query.toString()}`,
    imgUrl: toAbsoluteUrl(image === "" ? "/share.png" : image, origin),
  };
}

/** Pictures come from whoever keeps the menu: an address that is none must not cost the dish its card. */
function toAbsoluteUrl(url: string, origin: string): string {
  try {
    return new URL(url, origin).href;
  } catch {
    return `${origin}/share.png`;
  }
}
