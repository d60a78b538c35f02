import { type BrandTexts, sharePicturePath } from "#contract/chain-settings/brand.ts";
import type { ShareCard } from "#web/bridge/Bridge.ts";
import { shareMessages } from "./messages.ts";

/** The page of a card, and who shares it. */
export interface ShareSubject {
  origin: string;
  pathname: string;
  search: string;
  /** Restaurant of the page, if there is one. */
  restaurantName: string;
  /** The sender's invite code; empty for guests. */
  inviteCode: string;
  brand: BrandTexts;
}

/**
 * Creates the share card of a page. Its link is built from allowed parameters, never copied from the URL:
 * login codes stay here. Pages of one customer are shared as the home page; login pages have no card (null).
 */
export function createPageShareCard(subject: ShareSubject): ShareCard | null {
  const { origin, pathname, search, restaurantName, inviteCode, brand } = subject;
  if (/^\/(login|wechat-callback)(\/|$)/.test(pathname)) return null;
  const invite = inviteCode === "" ? {} : { invite_code: inviteCode };
  const card = (
    content: { title: string; desc: string },
    path: string,
    query: Record<string, string> = {},
  ) => {
    const queryText = new URLSearchParams({ ...query, ...invite }).toString();
    const link = `${origin}${path}${queryText === "" ? "" : `?${queryText}`}`;
    return { title: content.title, desc: content.desc, link, imgUrl: `${origin}${sharePicturePath}` };
  };
  switch (pathname) {
    case "/takeaway":
      return card(shareMessages.takeaway(brand), "/takeaway");
    case "/takeaway-menu":
      return card(
        restaurantName === "" ? shareMessages.takeaway(brand) : shareMessages.store(restaurantName),
        "/takeaway-menu",
      );
    case "/menu": {
      const restaurantId = new URLSearchParams(search).get("restaurant_id") ?? "";
      const content =
        restaurantName === "" ? shareMessages.menu(brand) : shareMessages.storeMenu(restaurantName);
      return card(content, "/menu", restaurantId === "" ? {} : { restaurant_id: restaurantId });
    }
    case "/invite":
      return card(shareMessages.invite(brand), "/");
    default:
      return card(shareMessages.home(brand), "/");
  }
}
