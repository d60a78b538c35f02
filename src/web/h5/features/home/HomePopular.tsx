import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import type { RootStore } from "../../RootStore.ts";
import { homeStore } from "../../stores/HomeStore.ts";
import { popularStore } from "../../stores/PopularStore.ts";
import { useStores } from "../../useStores.ts";
import { InviteLine } from "./InviteLine.tsx";
import { PopularDishes } from "./PopularDishes.tsx";

/** What people order most at the nearest restaurant, and the way to inviting friends; nothing while that is not known. */
export const HomePopular = observer(function HomePopular() {
  const root = useStores();
  const restaurantId = root.get(homeStore).nearest.value?.id;
  useEffect(() => {
    if (restaurantId !== undefined) void loadPopular(root, restaurantId);
  }, [root, restaurantId]);
  const dishes = root.get(popularStore).dishes.value;
  return (
    <>
      {dishes !== undefined && dishes.length > 0 && <PopularDishes dishes={dishes} />}
      {dishes !== undefined && <InviteLine />}
    </>
  );
});

/** Fetches the popular dishes of a restaurant, once for each; a failure leaves the row away. */
export async function loadPopular(root: RootStore, restaurantId: string): Promise<void> {
  try {
    await root.get(popularStore).load(restaurantId);
  } catch (error) {
    if (!isAborted(error)) logFailure("loading the popular dishes failed", error);
  }
}
