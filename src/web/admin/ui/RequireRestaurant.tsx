import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { useAdminStore, useAdminStores } from "../app/AdminStores.ts";
import { selectedRestaurantStore } from "../features/restaurant/SelectedRestaurantStore.ts";
import { RestaurantPicker } from "./RestaurantPicker.tsx";

interface RequireRestaurantProps {
  /** Title of the page. */
  title: string;
  children: ReactNode;
}

/**
 * Restricts its content to a selected restaurant: an admin selects one first, restaurant staff have theirs.
 */
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
