import { formatYuan } from "#contract/money.ts";
import type { ShareCard } from "#web/bridge/Bridge.ts";
import type { MenuCard } from "../menu/groupMenu.ts";
import { shareMessages } from "./messages.ts";
import { shareImageUrl } from "./shareImageUrl.ts";

/** The open dish, and the page on which it is. */
export interface DishSubject {
  origin: string;
  /** Path of the dish's menu. */
  pathname: string;
  search: string;
  dish: Pick<MenuCard, "name" | "description" | "image" | "hasVariants"> & {
    readonly shown: Pick<MenuCard["shown"], "id" | "priceFen">;
  };
  /** The sender's invite code; empty for guests. */
  inviteCode: string;
}

/**
 * Creates the share card of a dish: it opens the menu with this dish on top. Neither the current URL nor the
 * table is shared.
 */
export function createDishShareCard({ origin, pathname, search, dish, inviteCode }: DishSubject): ShareCard {
  const { shown, image, hasVariants } = dish;
  const restaurantId = pathname === "/menu" ? new URLSearchParams(search).get("restaurant_id") : null;
  const query = new URLSearchParams(restaurantId === null ? {} : { restaurant_id: restaurantId });
  query.set("dish", shown.id);
  if (inviteCode !== "") query.set("invite_code", inviteCode);
  return {
    title: shareMessages.dish(dish.name, formatYuan(shown.priceFen), hasVariants),
    desc: dish.description === "" ? shareMessages.takeawayText : dish.description,
    link: `${origin}${restaurantId === null ? "/takeaway-menu" : "/menu"}?${query.toString()}`,
    imgUrl: shareImageUrl(image, origin),
  };
}
