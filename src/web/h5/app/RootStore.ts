import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Session } from "#web/lib/session/Session.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";

/** Names a store of the root and says how it is made; see `storeOf`. */
export interface StoreKey<T> {
  readonly create: (root: RootStore) => T;
}

/**
 * Declares a store that is made when somebody first asks the root for it, one per root:
 * `export const cartStore = storeOf((root) => new CartStore(root.api, root.get(menuStore)))`.
 * So a page brings its stores in its own chunk, and the home page downloads none of them.
 */
export function defineStore<T>(create: (root: RootStore) => T): StoreKey<T> {
  return { create };
}

/** Stores that hold what belongs to one customer give it up when that customer logs out. */
export interface CustomerScoped {
  reset(): void;
}

/** The stores of the customer's app: the connection and the session at once, all others on demand. */
export class RootStore {
  readonly api: ApiClient;
  readonly session: Session;
  private readonly instances = new Map<StoreKey<unknown>, unknown>();
  /** When the server made the page that is being taken over, and what has to wait for that; null once it is done. */
  private hydration: { at: number; waiting: (() => void)[] } | null;
  /** What a page of the server shows is as good as just asked for. */
  readonly hasFreshPayload: boolean;

  /** `sent`: the page of the server that is about to be taken over, if there is one. */
  constructor(api: ApiClient, session: Session, payload: { at: number; isOld: boolean } | null = null) {
    this.api = api;
    this.session = session;
    this.hydration = payload === null ? null : { at: payload.at, waiting: [] };
    this.hasFreshPayload = payload !== null && !payload.isOld;
  }

  /** Now, or while a page of the server is taken over, the moment that it was made for. */
  get now(): Date {
    return new Date(this.hydration?.at ?? Date.now());
  }

  /** Does what only this device knows of: at once, or as soon as the server's page, which knows nothing of it, is taken over. */
  afterHydration(callback: () => void): void {
    if (this.hydration) this.hydration.waiting.push(callback);
    else callback();
  }

  /** The first page is on the screen as it came. */
  completeHydration(): void {
    const waiting = this.hydration?.waiting ?? [];
    this.hydration = null;
    for (const work of waiting) work();
  }

  /** The store of a key, made at the first call. */
  get<T>(key: StoreKey<T>): T {
    if (!this.instances.has(key)) this.instances.set(key, key.create(this));
    return this.instances.get(key) as T;
  }

  /** Ends what belongs to one customer, in memory and on the device (logout, or somebody else logs in). */
  clearCustomerData(): void {
    this.resetCustomerStores();
    for (const name of [
      "selectedAddress",
      "hiddenAddress",
      "nearestRestaurant",
      "checkout",
      "inStoreCheckout",
      "voucherCheckout",
      "chat",
      "homeOrders",
    ] as const)
      removeItem(storageKeys[name]);
  }

  /** Lets every store give up what it holds of one customer. */
  readonly resetCustomerStores = (): void => {
    for (const store of this.instances.values()) if (isCustomerScoped(store)) store.reset();
  };
}

function isCustomerScoped(store: unknown): store is CustomerScoped {
  return typeof store === "object" && store !== null && "reset" in store && typeof store.reset === "function";
}
