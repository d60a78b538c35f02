import { createContext, useContext } from "react";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Session } from "#web/lib/session/Session.ts";
import { StaffStore } from "./StaffStore.ts";

/** Key of a MobX store of the staff app together with its factory; see `defineAdminStore`. */
export interface AdminStoreKey<T> {
  readonly create: (stores: AdminStores) => T;
}

/** Declares a store that is created on first use, so that a page brings its stores in its own chunk. */
export function defineAdminStore<T>(create: (stores: AdminStores) => T): AdminStoreKey<T> {
  return { create };
}

/** Stores of the staff app: the staff store is created at once, those of single pages on demand. */
export class AdminStores {
  readonly api: ApiClient;
  readonly session: Session;
  readonly staff: StaffStore;
  private readonly instances = new Map<AdminStoreKey<unknown>, unknown>();

  constructor(api: ApiClient, session: Session) {
    this.api = api;
    this.session = session;
    this.staff = new StaffStore(api, session);
  }

  /** Returns the store of a key, created at the first call. */
  get<T>(key: AdminStoreKey<T>): T {
    if (!this.instances.has(key)) this.instances.set(key, key.create(this));
    return this.instances.get(key) as T;
  }
}

/** Context that carries the stores; provided by AdminApp. */
export const AdminStoresContext = createContext<AdminStores | null>(null);

/** Returns the stores. Throws outside of AdminApp. */
export function useAdminStores(): AdminStores {
  const stores = useContext(AdminStoresContext);
  if (stores === null) throw new Error("useAdminStores is used outside of AdminApp");
  return stores;
}

/** Returns the store of a key: `const store = useAdminStore(consoleStore)`. */
export function useAdminStore<T>(key: AdminStoreKey<T>): T {
  return useAdminStores().get(key);
}
