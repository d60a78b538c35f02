import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { waitForNativeBridge } from "./bridge/getNativeBridge.ts";
import { readSelectedAddressId } from "./h5/features/address/selectedAddressId.ts";
import { reserveOrdersHeight, setAwaitingOrders } from "./h5/features/home/ordersPlaceholder.ts";
import { storeInviteCode } from "./h5/features/invite/inviteCode.ts";
import { isVoucherUrl } from "./h5/features/share/isPrivateUrl.ts";
import { toBootstrapQuery } from "./h5/features/takeaway/toBootstrapQuery.ts";
import { buildInit, buildUrl } from "./lib/api/buildRequest.ts";
import { prefetch } from "./lib/api/prefetch.ts";
import { isCached } from "./lib/cache/cachedResponse.ts";
import { readToken } from "./lib/session/readToken.ts";
import { readText, storageKeys } from "./lib/storage/storage.ts";
import { applyTextSize } from "./lib/textSize.ts";
import { writeSsrState } from "./ssr-state.ts";

/**
 * Script in the head of every document: what must not wait for the app's code. The build inlines it into
 * index.html with all that it imports, so each import is paid for by every document.
 */
function runEarly(): void {
  applyTextSize();
  const { pathname, search } = window.location;
  // A voucher's URL is worth a meal: WeChat's menu must not forward it before the app has set a share card.
  if (isVoucherUrl(search)) void waitForNativeBridge().then((bridge) => bridge.call("hideOptionMenu"));
  // Now, because a link that is tapped before the app runs leaves this URL.
  storeInviteCode(search);
  const token = readToken(storageKeys.token);
  writeSsrState();
  globalThis.announceSsrState = writeSsrState;
  if (token === null) return;
  reserveOrdersHeight(readText(storageKeys.homeOrders));
  if (pathname === "/") setAwaitingOrders(true);
  const isRendered = document.documentElement.hasAttribute("data-rendered");
  if (pathname === "/takeaway-menu" && !isRendered && !isCached("menu_takeaway")) prefetchTakeaway(token);
}

/** Sends the takeaway's first request while the app's code still loads. */
function prefetchTakeaway(token: string): void {
  const input = { query: toBootstrapQuery(readSelectedAddressId(), "") };
  const endpoint = menuEndpoints.takeawayStart;
  prefetch(buildUrl("", endpoint, input), buildInit(endpoint, input, token));
}

runEarly();
