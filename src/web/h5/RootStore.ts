import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import type { Session } from "#web/shared/Session.ts";
import { remove, storageKeys } from "#web/shared/storage.ts";

/** Names a store of the root and says how it is made; see `storeOf`. */
export interface StoreKey<T> {
  readonly create: (root: RootStore) => T;
}

/**
 * Declares a store that is made when somebody first asks the root for it, one per root:
 * `export const cartStore = storeOf((root) => new CartStore(root.api, root.get(menuStore)))`.
 * So a page brings its stores in its own chunk, and the home page downloads none of them.
 */
export function storeOf<T>(create: (root: RootStore) => T): StoreKey<T> {
  return { create };
}

/** Stores that hold what belongs to one customer give it up when that customer logs out. */
export interface Personal {
  forget(): void;
}

/** The stores of the customer's app: the connection and the session at once, all others on demand. */
export class RootStore {
  readonly api: ApiClient;
  readonly session: Session;
  private readonly made = new Map<StoreKey<unknown>, unknown>();
  /** When the server made the page that is being taken over, and what has to wait for that; null once it is done. */
  private opening: { at: number; waiting: (() => void)[] } | null;
  /** What a page of the server shows is as good as just asked for. */
  readonly isSentFresh: boolean;

  /** `sent`: the page of the server that is about to be taken over, if there is one. */
  constructor(api: ApiClient, session: Session, sent: { at: number; isOld: boolean } | null = null) {
    this.api = api;
    this.session = session;
    this.opening = sent === null ? null : { at: sent.at, waiting: [] };
    this.isSentFresh = sent !== null && !sent.isOld;
  }

  /** Now, or while a page of the server is taken over, the moment that it was made for. */
  get now(): Date {
    return new Date(this.opening?.at ?? Date.now());
  }

  /** Does what only this device knows of: at once, or as soon as the server's page, which knows nothing of it, is taken over. */
  later(work: () => void): void {
    if (this.opening) this.opening.waiting.push(work);
    else work();
  }

  /** The first page is on the screen as it came. */
  open(): void {
    const waiting = this.opening?.waiting ?? [];
    this.opening = null;
    for (const work of waiting) work();
  }

  /** The store of a key, made at the first call. */
  get<T>(key: StoreKey<T>): T {
    if (!this.made.has(key)) this.made.set(key, key.create(this));
    return this.made.get(key) as T;
  }

  /** Ends what belongs to one customer, in memory and on the device (logout, or somebody else logs in). */
  endCustomer(): void {
    this.forgetCustomer();
    for (const name of [
      "selectedAddress",
      "hiddenAddress",
      "nearestRestaurant",
      "checkout",
      "inStoreCheckout",
      "redeem",
      "chat",
      "homeOrders",
    ] as const)
      remove(storageKeys[name]);
  }

  /** Lets every store give up what it holds of one customer. */
  readonly forgetCustomer = (): void => {
    for (const store of this.made.values()) if (isPersonal(store)) store.forget();
  };
}

function isPersonal(store: unknown): store is Personal {
  return (
    typeof store === "object" && store !== null && "forget" in store && typeof store.forget === "function"
  );
}
