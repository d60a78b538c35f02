import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { type Environment, readEnvironment } from "#web/bridge/environment.ts";
import { bridgeReady, hasBridge } from "#web/bridge/nativeBridge.ts";
import { watchKeyboard } from "#web/bridge/watchKeyboard.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { logFailure } from "#web/shared/log.ts";
import { readText, storageKeys } from "#web/shared/storage.ts";
import type { MenuCard } from "./features/menu/groupMenu.ts";
import { dishCardFor } from "./features/share/dishCardFor.ts";
import { isPrivateAddress } from "./features/share/isPrivateAddress.ts";
import { shareCardFor } from "./features/share/shareCardFor.ts";
import { useReturn } from "./pages/useReturn.ts";
import type { RootStore } from "./RootStore.ts";
import { bridgeDoor } from "./stores/bridgeDoor.ts";
import { shownDishStore } from "./stores/ShownDishStore.ts";
import { userStore } from "./stores/UserStore.ts";
import { useStore, useStores } from "./useStores.ts";
import { textOf } from "./wireValues.ts";

/** After the page has come to rest, and once more when its store has had time to arrive. */
const cardPausesMs = [400, 3_000];

/** What living inside WeChat needs besides the pages; fetched there only, after the first paint. Renders nothing. */
export const WebviewLife = observer(function WebviewLife() {
  const root = useStores();
  const { dish, restaurantName } = useStore(shownDishStore);
  const isReady = useBridgeReady();
  useEffect(() => settleIn(root, readEnvironment(navigator.userAgent)), [root]);
  useReturn(rereadStorage);
  usePrivateMenu(root, isReady);
  useShareCards(root, { dish, restaurantName, isReady });
  return null;
});

function settleIn(root: RootStore, environment: Environment): () => void {
  // Opening the bridge settles what has to be settled with WeChat before anybody calls it.
  root
    .get(bridgeDoor)()
    .catch((error: unknown) => logFailure("the bridge did not open", error));
  return watchKeyboard(environment);
}

/** Another webview may have logged in, or filled the cart, and such changes are not announced across processes. */
function rereadStorage(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
}

/** Whether WeChat's object is there; a late one is told what an early one would have been. */
function useBridgeReady(): boolean {
  const [isReady, setIsReady] = useState(hasBridge);
  useEffect(() => {
    if (isReady) return;
    bridgeReady().then(
      () => setIsReady(true),
      (error: unknown) => logFailure("WeChat's object is not there", error),
    );
  }, [isReady]);
  return isReady;
}

/** Hides WeChat's menu on addresses that must not be sent on, until their card is set; see `useShareCards`. */
function usePrivateMenu(root: RootStore, isReady: boolean): void {
  const { pathname, search } = useLocation();
  const isPrivate = isPrivateAddress(pathname, search);
  const wasPrivate = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    if (isPrivate || wasPrivate.current) showMenu(root, !isPrivate);
    wasPrivate.current = isPrivate;
  }, [root, isPrivate, isReady]);
}

function showMenu(root: RootStore, isShown: boolean): void {
  const show = async () => (await root.get(bridgeDoor)()).showMenu(isShown);
  show().catch((error: unknown) => logFailure("WeChat's menu is as it was", error));
}

interface Shown {
  dish: MenuCard | null;
  restaurantName: string;
  isReady: boolean;
}

/** Every page, and a dish while it is looked at, has its card, set when the page has come to rest. */
function useShareCards(root: RootStore, { dish, restaurantName, isReady }: Shown): void {
  const { pathname, search } = useLocation();
  // One card after the other: a slow answer to an old one must not put it on top of the new one.
  const turn = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    if (!isReady) return;
    let last = "";
    let isOn = true;
    const set = async () => {
      const { origin } = window.location;
      const code = await inviteCode(root);
      const page = {
        origin,
        pathname,
        search,
        storeName: restaurantName || storeName(pathname),
        inviteCode: code,
      };
      const card = dish === null ? shareCardFor(page) : dishCardFor({ ...page, dish });
      const text = JSON.stringify(card);
      if (!isOn || card === null || text === last) return;
      last = text;
      const send = async () => {
        if (!isOn) return;
        await (await root.get(bridgeDoor)()).share(card);
        // The address stays here: what is sent on is the card.
        if (isOn && isPrivateAddress(pathname, search)) showMenu(root, true);
      };
      const sent = turn.current.then(send);
      turn.current = sent.catch(() => {
        // The next try sets it again.
        last = "";
      });
      await sent;
    };
    const timers = cardPausesMs.map((ms, nth) =>
      setTimeout(() => {
        set().catch((error: unknown) => {
          // A page that was left needs none, and a first refusal (the address has just changed) is tried again.
          // Without a card of its own the page is still shared, by its title and address.
          if (isOn && nth === cardPausesMs.length - 1) logFailure("setting the card failed", error);
        });
      }, ms),
    );
    return () => {
      isOn = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [root, pathname, search, dish, restaurantName, isReady]);
}

/** The sender's own code; without a login, or when it cannot be had, the link goes without. */
async function inviteCode(root: RootStore): Promise<string> {
  if (!root.session.isLoggedIn) return "";
  const store = root.get(userStore);
  const user = store.user ?? (await store.load().catch(() => undefined));
  return user?.invite_code ?? "";
}

/** The store that was last found to deliver here; read without the store of stores, whose code other pages need not have. */
function storeName(pathname: string): string {
  if (pathname !== "/takeaway-menu") return "";
  try {
    const kept: unknown = JSON.parse(readText(storageKeys.nearestRestaurant) ?? "null");
    return isRecord(kept) && isRecord(kept.store) ? textOf(kept.store.name) : "";
  } catch {
    return "";
  }
}
