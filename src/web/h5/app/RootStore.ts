import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Session } from "#web/lib/session/Session.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";

/** Key of a store in the root with its factory; see `defineStore`. */
export interface StoreKey<T> {
  readonly create: (root: RootStore) => T;
}

/**
 * Declares a store that is created when it is first requested from the root, one instance per root:
 * `export const cartStore = defineStore((root) => new CartStore(root.api, root.get(menuStore)))`.
 * Each page thus loads its stores in its own chunk, and the home page downloads none of them.
 */
export function defineStore<T>(create: (root: RootStore) => T): StoreKey<T> {
  return { create };
}

/** Store with data of one customer, cleared when that customer logs out. */
export interface CustomerScoped {
  resetCustomerData(): void;
}

interface Payload {
  at: number;
  isOld: boolean;
  notices?: readonly string[];
  customerState?: string | undefined;
}

/** Stores of the customer app: API client and session are created at once, all others on demand. */
export class RootStore {
  readonly api: ApiClient;
  readonly session: Session;
  private readonly instances = new Map<StoreKey<unknown>, unknown>();
  /**
   * Render time of the server-rendered page being hydrated and the callbacks waiting for it; null once
   * hydrated.
   */
  private hydration: { at: number; waiting: (() => void)[] } | null;
  /** True while the data of the server-rendered page counts as freshly fetched. */
  readonly hasFreshPayload: boolean;

  /** Id of the address for which a customer's page was rendered; empty without one. */
  readonly renderedAddressId: string;

  /** The chain's notices above menus on the server, where there is no document to read them from. */
  readonly notices: readonly string[] | undefined;

  /** `payload`: the server-rendered page to hydrate, if there is one. */
  constructor(api: ApiClient, session: Session, payload: Payload | null = null) {
    this.notices = payload?.notices;
    this.renderedAddressId = payload?.customerState?.split(".")[1] ?? "";
    this.api = api;
    this.session = session;
    this.hydration = payload === null ? null : { at: payload.at, waiting: [] };
    this.hasFreshPayload = payload !== null && !payload.isOld;
  }

  /** Current time, or the render time of the server-rendered page while it is being hydrated. */
  get now(): Date {
    return new Date(this.hydration?.at ?? Date.now());
  }

  /**
   * Runs a callback that uses device-only data: at once, or as soon as the server-rendered page is hydrated.
   */
  afterHydration(callback: () => void): void {
    if (this.hydration) this.hydration.waiting.push(callback);
    else callback();
  }

  /** Marks the first page as hydrated and runs the waiting callbacks. */
  completeHydration(): void {
    const waiting = this.hydration?.waiting ?? [];
    this.hydration = null;
    for (const work of waiting) work();
  }

  /** Returns the store of a key, created at the first call. */
  get<T>(key: StoreKey<T>): T {
    if (!this.instances.has(key)) this.instances.set(key, key.create(this));
    return this.instances.get(key) as T;
  }

  /** Clears the data of one customer in memory and on the device (logout, or login of another customer). */
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

  /** Resets every customer-scoped store. */
  readonly resetCustomerStores = (): void => {
    for (const store of this.instances.values()) if (isCustomerScoped(store)) store.resetCustomerData();
  };
}

function isCustomerScoped(store: unknown): store is CustomerScoped {
  return (
    typeof store === "object" &&
    store !== null &&
    "resetCustomerData" in store &&
    typeof store.resetCustomerData === "function"
  );
}
