import { createContext, useContext } from "react";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Session } from "#web/lib/session/Session.ts";
import { StaffStore } from "./StaffStore.ts";

/** Names a store of the staff's app and says how it is made; see `defineAdminStore`. */
export interface AdminStoreKey<T> {
  readonly create: (stores: AdminStores) => T;
}

/** Declares a store that is made when somebody first asks for it, so that a page brings its stores in its own chunk. */
export function defineAdminStore<T>(create: (stores: AdminStores) => T): AdminStoreKey<T> {
  return { create };
}

/** The stores of the staff's app: who is here at once, those of single pages on demand. */
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

  /** The store of a key, made at the first call. */
  get<T>(key: AdminStoreKey<T>): T {
    if (!this.instances.has(key)) this.instances.set(key, key.create(this));
    return this.instances.get(key) as T;
  }
}

/** Carries the stores; provided by AdminApp. */
export const AdminStoresContext = createContext<AdminStores | null>(null);

/** The stores. Throws outside of AdminApp. */
export function useAdminStores(): AdminStores {
  const stores = useContext(AdminStoresContext);
  if (stores === null) throw new Error("useAdminStores is used outside of AdminApp");
  return stores;
}

/** The store of a key: `const desk = useAdminStore(consoleStore)`. */
export function useAdminStore<T>(key: AdminStoreKey<T>): T {
  return useAdminStores().get(key);
}
