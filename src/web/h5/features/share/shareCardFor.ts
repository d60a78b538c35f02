import type { ShareCard } from "#web/bridge/Bridge.ts";
import { shareMessages } from "../../shareMessages.ts";

interface ShareSubject {
  origin: string;
  pathname: string;
  search: string;
  /** The store on the page, when there is one. */
  storeName: string;
  /** The sender's code; empty for visitors. */
  inviteCode: string;
}

/**
 * The card of a page. Its link is put together from what may travel, never copied from the address: login codes stay
 * here. Pages that belong to one customer are shared as the home page; login pages have no card (null).
 */
export function shareCardFor(subject: ShareSubject): ShareCard | null {
  const { origin, pathname, search, storeName, inviteCode } = subject;
  if (/^\/(login|wechat-callback)(\/|$)/.test(pathname)) return null;
  const invite = inviteCode === "" ? {} : { invite_code: inviteCode };
  const card = (words: { title: string; desc: string }, path: string, query: Record<string, string> = {}) => {
    const tail = new URLSearchParams({ ...query, ...invite }).toString();
    const link = `${origin}${path}${tail === "" ? "" : `?${tail}`}`;
    return { title: words.title, desc: words.desc, link, imgUrl: `${origin}/share.png` };
  };
  switch (pathname) {
    case "/takeaway":
      return card(shareMessages.takeaway, "/takeaway");
    case "/takeaway-menu":
      return card(
        storeName === "" ? shareMessages.takeaway : shareMessages.store(storeName),
        "/takeaway-menu",
      );
    case "/menu": {
      const store = new URLSearchParams(search).get("restaurant_id") ?? "";
      const words = storeName === "" ? shareMessages.menu : shareMessages.storeMenu(storeName);
      return card(words, "/menu", store === "" ? {} : { restaurant_id: store });
    }
    case "/invite":
      return card(shareMessages.invite, "/");
    default:
      return card(shareMessages.home, "/");
  }
}
