import { createContext, useContext } from "react";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import type { Session } from "#web/shared/Session.ts";
import { BoardStore } from "./stores/BoardStore.ts";
import { StaffStore } from "./stores/StaffStore.ts";

/** The stores of the staff's app. */
export class AdminStores {
  readonly staff: StaffStore;
  readonly board: BoardStore;

  constructor(api: ApiClient, session: Session) {
    this.staff = new StaffStore(api, session);
    this.board = new BoardStore(api);
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
