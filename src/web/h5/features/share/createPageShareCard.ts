import type { BrandTexts } from "#contract/chain-settings/brand.ts";
import type { ShareCard } from "#web/bridge/Bridge.ts";
import { shareMessages } from "./messages.ts";
import { shareImageUrl } from "./shareImageUrl.ts";

/** The page of a card, and who shares it. */
export interface ShareSubject {
  origin: string;
  pathname: string;
  search: string;
  /** Restaurant of the page with the URL of its picture, "" without one; null if the page has no restaurant. */
  restaurant: { readonly name: string; readonly image: string } | null;
  /** The sender's invite code; empty for guests. */
  inviteCode: string;
  brand: BrandTexts;
}

/**
 * Creates the share card of a page. Its link is built from allowed parameters, never copied from the URL:
 * login codes stay here. Pages of one customer are shared as the home page; login pages have no card (null).
 */
export function createPageShareCard(subject: ShareSubject): ShareCard | null {
  const { origin, pathname, search, restaurant, inviteCode, brand } = subject;
  if (/^\/(login|wechat-callback)(\/|$)/.test(pathname)) return null;
  const invite = inviteCode === "" ? {} : { invite_code: inviteCode };
  const card = (
    content: { title: string; desc: string; image?: string },
    path: string,
    query: Record<string, string> = {},
  ) => {
    const { title, desc, image = "" } = content;
    const queryText = new URLSearchParams({ ...query, ...invite }).toString();
    const link = `${origin}${path}${queryText === "" ? "" : `?${queryText}`}`;
    return { title, desc, link, imgUrl: shareImageUrl(image, origin) };
  };
  switch (pathname) {
    case "/takeaway":
      return card(shareMessages.takeaway(brand), "/takeaway");
    case "/takeaway-menu": {
      const content =
        restaurant === null
          ? shareMessages.takeaway(brand)
          : { ...shareMessages.store(restaurant.name), image: restaurant.image };
      return card(content, "/takeaway-menu");
    }
    case "/menu": {
      const restaurantId = new URLSearchParams(search).get("restaurant_id") ?? "";
      const content =
        restaurant === null
          ? shareMessages.menu(brand)
          : { ...shareMessages.storeMenu(restaurant.name), image: restaurant.image };
      return card(content, "/menu", restaurantId === "" ? {} : { restaurant_id: restaurantId });
    }
    case "/invite":
      return card(shareMessages.invite(brand), "/");
    default:
      return card(shareMessages.home(brand), "/");
  }
}
