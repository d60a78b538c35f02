import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import type { RootStore } from "../../../app/RootStore.ts";
import { useStores } from "../../../app/useStores.ts";
import { popularDishesStore } from "../../menu/PopularDishesStore.ts";
import { nearestRestaurantStore } from "../../restaurant/NearestRestaurantStore.ts";
import { InviteBanner } from "./InviteBanner.tsx";
import { PopularDishes } from "./PopularDishes.tsx";

/** Most popular dishes of the nearest restaurant, and the invite banner; renders nothing until loaded. */
export const HomePopular = observer(function HomePopular() {
  const root = useStores();
  const restaurantId = root.get(nearestRestaurantStore).nearest.value?.id;
  useEffect(() => {
    if (restaurantId !== undefined) void loadPopularDishes(root, restaurantId);
  }, [root, restaurantId]);
  const dishes = root.get(popularDishesStore).dishes.value;
  return (
    <>
      {dishes !== undefined && dishes.length > 0 && <PopularDishes dishes={dishes} />}
      {dishes !== undefined && <InviteBanner />}
    </>
  );
});

/** Fetches the popular dishes of a restaurant, once per restaurant; a failure hides the row. */
export async function loadPopularDishes(root: RootStore, restaurantId: string): Promise<void> {
  try {
    await root.get(popularDishesStore).load(restaurantId);
  } catch (error) {
    if (!isAbortError(error)) logError("loading the popular dishes failed", error);
  }
}
