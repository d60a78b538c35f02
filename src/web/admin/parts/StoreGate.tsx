import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { chosenStore } from "../stores/ChosenStore.ts";
import { StorePicker } from "./StorePicker.tsx";

interface StoreGateProps {
  /** Of the page. */
  title: string;
  children: ReactNode;
}

/** What is about one store: an admin chooses it first, a store's member is there at once. */
export const StoreGate = observer(function StoreGate({ title, children }: StoreGateProps) {
  const { staff } = useAdminStores();
  const chosen = useAdminStore(chosenStore);
  if (staff.me?.role === "admin" && chosen.id === "")
    return <StorePicker title={title} find={chosen.find} onPick={chosen.pick} />;
  return children;
});
