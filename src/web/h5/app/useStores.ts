import { createContext, useContext } from "react";
import type { RootStore, StoreKey } from "./RootStore.ts";

/** Context of the root store, provided by H5App. */
export const StoresContext = createContext<RootStore | null>(null);

/** Returns the root store. Throws outside of H5App. */
export function useStores(): RootStore {
  const root = useContext(StoresContext);
  if (root === null) throw new Error("useStores is used outside of H5App");
  return root;
}

/** Returns the store of a key: `const cart = useStore(cartStore)`. */
export function useStore<T>(key: StoreKey<T>): T {
  return useStores().get(key);
}
