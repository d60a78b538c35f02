import { formatYuan } from "#contract/money.ts";
import type { ShareCard } from "#web/bridge/Bridge.ts";
import { shareMessages } from "../../shareMessages.ts";
import type { MenuCard } from "../menu/groupMenu.ts";

interface DishSubject {
  origin: string;
  dish: Pick<MenuCard, "name" | "description" | "image" | "hasVariants"> & {
    readonly shown: Pick<MenuCard["shown"], "id" | "priceFen">;
  };
  /** The sender's code; empty for visitors. */
  inviteCode: string;
}

/** The card of a dish: it opens the menu with this dish on top. Nothing of the address in use travels with it. */
export function dishCardFor({ origin, dish, inviteCode }: DishSubject): ShareCard {
  const { shown, image, hasVariants } = dish;
  const query = new URLSearchParams({ dish: shown.id });
  if (inviteCode !== "") query.set("invite_code", inviteCode);
  return {
    title: shareMessages.dish(dish.name, formatYuan(shown.priceFen), hasVariants),
    desc: dish.description === "" ? shareMessages.takeaway.desc : dish.description,
    link: `${origin}/takeaway-menu?${query.toString()}`,
    imgUrl: absolute(image === "" ? "/share.png" : image, origin),
  };
}

/** Pictures come from whoever keeps the menu: an address that is none must not cost the dish its card. */
function absolute(address: string, origin: string): string {
  try {
    return new URL(address, origin).href;
  } catch {
    return `${origin}/share.png`;
  }
}
