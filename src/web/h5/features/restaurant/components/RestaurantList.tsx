import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { useStore } from "../../../app/useStores.ts";
import { isDeviceLocation } from "../../location/lastLocation.ts";
import { favouriteStore } from "../FavouriteStore.ts";
import { restaurantMessages } from "../messages.ts";
import { nearestRestaurantStore } from "../NearestRestaurantStore.ts";
import type { Restaurant } from "../Restaurant.ts";
import { restaurantListStore } from "../RestaurantListStore.ts";
import styles from "../RestaurantSelectPage.module.css";
import { useFavourites } from "../useFavourites.ts";
import { RestaurantRow } from "./RestaurantRow.tsx";

const messages = restaurantMessages;

interface RestaurantListProps {
  onChoose: (restaurant: Restaurant) => void;
  onChangeCity: () => void;
  /** Reloads the active list and reports failures. */
  onReload: () => Promise<void>;
}

/** Active list of restaurants: infinite, with pull-to-refresh, restored as it was on return. */
export const RestaurantList = observer(function RestaurantList(props: RestaurantListProps) {
  const { onChoose, onChangeCity, onReload } = props;
  const list = useStore(restaurantListStore);
  const nearby = useStore(nearestRestaurantStore);
  const favourites = useFavourites();
  useEffect(() => {
    if (!list.nearby.hasLoaded) void onReload();
  }, [list, onReload]);
  const refresh = () => Promise.all([onReload(), favourites.reload()]).then(() => undefined);
  const isLocated = isDeviceLocation(nearby.location);
  return (
    <InfiniteList
      list={list.activeList}
      errorText={messages.failed}
      skeleton="line"
      empty={<EmptyRestaurantList onChangeCity={onChangeCity} />}
      minItemsForEndMark={1}
      onReload={refresh}
    >
      <ul className={styles.list}>
        {list.restaurants?.map((restaurant) => (
          <RestaurantListRow
            key={restaurant.id}
            restaurant={restaurant}
            isLocated={isLocated}
            onChoose={onChoose}
            onFavourite={favourites.toggle}
          />
        ))}
      </ul>
    </InfiniteList>
  );
});

interface RestaurantListRowProps {
  restaurant: Restaurant;
  isLocated: boolean;
  onChoose: (restaurant: Restaurant) => void;
  onFavourite: (restaurant: Restaurant) => void;
}

/** Observes its own flag only: a list of hundreds does not render for one star. */
const RestaurantListRow = observer(function RestaurantListRow({
  restaurant,
  isLocated,
  onChoose,
  onFavourite,
}: RestaurantListRowProps) {
  const favourites = useStore(favouriteStore);
  return (
    <RestaurantRow
      restaurant={restaurant}
      isLocated={isLocated}
      isFavourite={favourites.has(restaurant.id)}
      isBusy={favourites.busyId === restaurant.id}
      onChoose={() => onChoose(restaurant)}
      onFavourite={() => onFavourite(restaurant)}
    />
  );
});

const EmptyRestaurantList = observer(function EmptyRestaurantList({
  onChangeCity,
}: {
  onChangeCity: () => void;
}) {
  const { keyword } = useStore(restaurantListStore);
  const city = useStore(nearestRestaurantStore).location?.city;
  if (keyword !== "") return <EmptyState illustration="search" text={messages.searchEmpty(keyword)} />;
  return (
    <EmptyState
      illustration="store"
      text={city === undefined ? messages.none : messages.noneIn(city)}
      action={{ text: messages.changeCity, onPress: onChangeCity }}
    />
  );
});
