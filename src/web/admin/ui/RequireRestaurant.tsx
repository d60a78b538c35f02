import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { useAdminStore, useAdminStores } from "../app/AdminStores.ts";
import { selectedRestaurantStore } from "../features/restaurant/SelectedRestaurantStore.ts";
import { RestaurantPicker } from "./RestaurantPicker/RestaurantPicker.tsx";

interface RequireRestaurantProps {
  /** Of the page. */
  title: string;
  children: ReactNode;
}

/** What is about one store: an admin chooses it first, a store's member is there at once. */
export const RequireRestaurant = observer(function RequireRestaurant({
  title,
  children,
}: RequireRestaurantProps) {
  const { staff } = useAdminStores();
  const selected = useAdminStore(selectedRestaurantStore);
  if (staff.me?.role === "admin" && selected.id === "")
    return <RestaurantPicker title={title} find={selected.search} onPick={selected.select} />;
  return children;
});
