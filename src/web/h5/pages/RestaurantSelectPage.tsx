import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate, useNavigationType, useSearchParams } from "react-router-dom";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import type { Place } from "../features/location/lastPlace.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { WayTabs } from "../features/restaurant/WayTabs.tsx";
import { homeMessages } from "../homeMessages.ts";
import { isInStoreType, menuPath, prepaidPath } from "../inStorePaths.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import { homeStore } from "../stores/HomeStore.ts";
import { restaurantListStore } from "../stores/RestaurantListStore.ts";
import { useStore } from "../useStores.ts";
import { CitySheet } from "./CitySheet.tsx";
import styles from "./RestaurantSelectPage.module.css";
import { RestaurantSelectPageList } from "./RestaurantSelectPageList.tsx";
import { useStoreSearch } from "./useStoreSearch.ts";

const words = restaurantMessages;

/** `/restaurant-select`: the stores around a place, to order at one of them or to redeem a voucher there. */
export const RestaurantSelectPage = observer(function RestaurantSelectPage() {
  const home = useStore(homeStore);
  const list = useStore(restaurantListStore);
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [isPicking, setIsPicking] = useState(false);
  useFreshList();
  const search = useStoreSearch();
  const voucherId = query.get("third_party_order_id");
  const type = query.get("type");
  const way = isInStoreType(type) ? type : "pickup";
  const move = (place: Place) => {
    home.moveTo(place);
    list.leavePlace();
    search.again();
  };
  const choose = ({ id }: Store) =>
    navigate(voucherId === null ? menuPath(id, way) : prepaidPath(voucherId, id));
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.restaurantSelect} />
      <div className={styles.head}>
        <button type="button" className={styles.city} onClick={() => setIsPicking(true)}>
          <Icon name="place" size={18} />
          <span className={styles.name}>{home.place?.city ?? words.city}</span>
          <Icon name="down" size={14} />
        </button>
        <SearchBox
          className={styles.search}
          label={words.search}
          value={search.typed}
          onChange={search.type}
          onSubmit={search.submit}
        />
      </div>
      {voucherId === null && (
        <WayTabs way={way} onPick={(next) => setQuery({ type: next }, { replace: true })} />
      )}
      <RestaurantSelectPageList
        onChoose={choose}
        onChangeCity={() => setIsPicking(true)}
        onReload={search.again}
      />
      <CitySheet open={isPicking} place={home.place} onPlace={move} onClose={() => setIsPicking(false)} />
    </main>
  );
});

/** Before anything is shown: the place of another page or visit, and an empty list unless one comes back to it. */
function useFreshList(): void {
  const home = useStore(homeStore);
  const list = useStore(restaurantListStore);
  const navigation = useNavigationType();
  useState(() => {
    home.recall();
    if (navigation !== "POP") list.begin();
  });
}
