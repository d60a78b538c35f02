import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { type Environment, parseUserAgent, readUserAgent } from "#web/bridge/environment.ts";
import { fixKeyboardScroll } from "#web/bridge/fixKeyboardScroll.ts";
import { hasNativeBridge, waitForNativeBridge } from "#web/bridge/getNativeBridge.ts";
import { logError } from "#web/lib/logError.ts";
import { userStore } from "../features/auth/UserStore.ts";
import { activeDishStore } from "../features/menu/ActiveDishStore.ts";
import type { MenuCard } from "../features/menu/groupMenu.ts";
import type { RestaurantDetail } from "../features/restaurant/RestaurantDetail.ts";
import { createShareCard } from "../features/share/createShareCard.ts";
import { findSharedRestaurant } from "../features/share/findSharedRestaurant.ts";
import { isPrivateUrl } from "../features/share/isPrivateUrl.ts";
import { restaurantImageStore } from "../features/share/RestaurantImageStore.ts";
import { loadBridge } from "./loadBridge.ts";
import type { RootStore } from "./RootStore.ts";
import { useOnResume } from "./useOnResume.ts";
import { useStore, useStores } from "./useStores.ts";

/** After the page has settled, and once more when its store has had time to load. */
const shareCardDelaysMs = [400, 3_000];

/**
 * WeChat webview integration outside the pages; loaded only there, after the first paint. Renders nothing.
 */
export const WebviewLifecycle = observer(function WebviewLifecycle() {
  const root = useStores();
  const { dish, restaurant } = useStore(activeDishStore);
  const isReady = useBridgeReady();
  useEffect(() => openBridge(root, parseUserAgent(readUserAgent())), [root]);
  useOnResume(dispatchStorageEvent);
  useHiddenMenu(root, isReady);
  useShareCards(root, { dish, restaurant, isReady });
  return null;
});

function openBridge(root: RootStore, environment: Environment): () => void {
  // Opening the bridge completes the WeChat setup before its first call.
  root
    .get(loadBridge)()
    .catch((error: unknown) => logError("the bridge did not open", error));
  return fixKeyboardScroll(environment);
}

/**
 * Dispatches a storage event: another webview may have logged in or filled the cart, and storage events do
 * not cross processes.
 */
function dispatchStorageEvent(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
}

/** Returns whether WeChat's bridge object is present; a late one is initialized the same as an early one. */
function useBridgeReady(): boolean {
  const [isReady, setIsReady] = useState(hasNativeBridge);
  useEffect(() => {
    if (isReady) return;
    waitForNativeBridge().then(
      () => setIsReady(true),
      (error: unknown) => logError("WeChat's object is not there", error),
    );
  }, [isReady]);
  return isReady;
}

/**
 * Hides WeChat's menu on addresses that must not be shared, until their share card is set; see
 * `useShareCards`.
 */
function useHiddenMenu(root: RootStore, isReady: boolean): void {
  const { pathname, search } = useLocation();
  const isPrivate = isPrivateUrl(pathname, search);
  const wasPrivate = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    if (isPrivate || wasPrivate.current) setMenuVisible(root, !isPrivate);
    wasPrivate.current = isPrivate;
  }, [root, isPrivate, isReady]);
}

function setMenuVisible(root: RootStore, isVisible: boolean): void {
  const show = async () => (await root.get(loadBridge)()).showMenu(isVisible);
  show().catch((error: unknown) => logError("WeChat's menu is as it was", error));
}

interface ShareCardOptions {
  dish: MenuCard | null;
  restaurant: RestaurantDetail | null;
  isReady: boolean;
}

/** Sets the share card of every page, and of the open dish, once the page has settled. */
function useShareCards(root: RootStore, { dish, restaurant, isReady }: ShareCardOptions): void {
  const { pathname, search } = useLocation();
  // One card at a time: a slow response to an old one must not overwrite the new one.
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    if (!isReady) return;
    let lastSent = "";
    let isActive = true;
    const updateCard = async () => {
      const { origin } = window.location;
      const [inviteCode, shared] = await Promise.all([
        loadInviteCode(root),
        loadRestaurant(root, pathname, restaurant),
      ]);
      const card = createShareCard({ origin, pathname, search, restaurant: shared, inviteCode, dish });
      const text = JSON.stringify(card);
      if (!isActive || card === null || text === lastSent) return;
      lastSent = text;
      const sendCard = async () => {
        if (!isActive) return;
        await (await root.get(loadBridge)()).share(card);
        // The private address stays here: only the card is shared.
        if (isActive && isPrivateUrl(pathname, search)) setMenuVisible(root, true);
      };
      const sent = queue.current.then(sendCard);
      queue.current = sent.catch(() => {
        // Makes the next attempt set the card again.
        lastSent = "";
      });
      await sent;
    };
    const timers = shareCardDelaysMs.map((ms, index) =>
      setTimeout(() => {
        updateCard().catch((error: unknown) => {
          // A page that was left needs no card, and a first refusal (the address has just changed) is
          // retried. Without its own card the page is still shared by its title and address.
          if (isActive && index === shareCardDelaysMs.length - 1) logError("setting the card failed", error);
        });
      }, ms),
    );
    return () => {
      isActive = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [root, pathname, search, dish, restaurant, isReady]);
}

/**
 * Returns the sender's invite code; empty without a login or when loading fails, so that the link has no
 * code.
 */
async function loadInviteCode(root: RootStore): Promise<string> {
  if (!root.session.isLoggedIn) return "";
  const store = root.get(userStore);
  const user = store.user ?? (await store.load().catch(() => undefined));
  return user?.invite_code ?? "";
}

/** Returns the restaurant of a page with the URL of its picture, "" without one; null without a restaurant. */
async function loadRestaurant(
  root: RootStore,
  pathname: string,
  openRestaurant: RestaurantDetail | null,
): Promise<{ name: string; image: string } | null> {
  const restaurant = findSharedRestaurant(pathname, openRestaurant);
  if (restaurant === null) return null;
  return { name: restaurant.name, image: await root.get(restaurantImageStore).load(restaurant) };
}
