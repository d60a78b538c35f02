import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { popularStore } from "../../stores/PopularStore.ts";
import { useStore } from "../../useStores.ts";
import { InviteLine } from "./InviteLine.tsx";
import { PopularDishes } from "./PopularDishes.tsx";

/** What people order most at the nearest restaurant, and the way to inviting friends; nothing while that is not known. */
export const HomePopular = observer(function HomePopular({ restaurantId }: { restaurantId: string }) {
  const popular = useStore(popularStore);
  useEffect(() => {
    popular.load(restaurantId).catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the popular dishes failed", error);
    });
  }, [popular, restaurantId]);
  const dishes = popular.dishes.value ?? [];
  return (
    <>
      {dishes.length > 0 && <PopularDishes dishes={dishes} />}
      {popular.dishes.value !== undefined && <InviteLine />}
    </>
  );
});
