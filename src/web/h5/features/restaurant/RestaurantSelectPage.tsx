import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate, useNavigationType, useSearchParams } from "react-router-dom";
import { Icon } from "#web/ui/Icon.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { isInStoreType } from "../../app/parse.ts";
import { menuPath, voucherOrderPath } from "../../app/paths.ts";
import { useStore } from "../../app/useStores.ts";
import { CitySheet } from "../location/components/CitySheet.tsx";
import type { CustomerLocation } from "../location/lastLocation.ts";
import { OrderTypeSwitch } from "./components/OrderTypeSwitch.tsx";
import { RestaurantList } from "./components/RestaurantList.tsx";
import { restaurantMessages } from "./messages.ts";
import { nearestRestaurantStore } from "./NearestRestaurantStore.ts";
import type { Restaurant } from "./Restaurant.ts";
import { restaurantListStore } from "./RestaurantListStore.ts";
import styles from "./RestaurantSelectPage.module.css";
import { useRestaurantSearch } from "./useRestaurantSearch.ts";

const messages = restaurantMessages;

/** `/restaurant-select`: restaurants around a location, to order at one or to redeem a voucher there. */
export const RestaurantSelectPage = observer(function RestaurantSelectPage() {
  const nearby = useStore(nearestRestaurantStore);
  const list = useStore(restaurantListStore);
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [isCitySheetOpen, setIsCitySheetOpen] = useState(false);
  useResetList();
  const search = useRestaurantSearch();
  const voucherId = query.get("third_party_order_id");
  const type = query.get("type");
  const orderType = isInStoreType(type) ? type : "pickup";
  const changeLocation = (location: CustomerLocation) => {
    nearby.setLocation(location);
    list.resetLists();
    search.again();
  };
  const choose = ({ id }: Restaurant) =>
    navigate(voucherId === null ? menuPath(id, orderType) : voucherOrderPath(voucherId, id));
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.restaurantSelect} />
      <div className={styles.head}>
        <button type="button" className={styles.city} onClick={() => setIsCitySheetOpen(true)}>
          <Icon name="place" size={18} />
          <span>{nearby.location?.city ?? messages.city}</span>
          <Icon name="down" size={14} />
        </button>
        <SearchBox
          className={styles.search}
          label={messages.search}
          value={search.typed}
          onChange={search.type}
          onSubmit={search.submit}
        />
      </div>
      {voucherId === null && (
        <OrderTypeSwitch
          isWide
          type={orderType}
          onPick={(next) => setQuery({ type: next }, { replace: true })}
        />
      )}
      <RestaurantList
        onChoose={choose}
        onChangeCity={() => setIsCitySheetOpen(true)}
        onReload={search.again}
      />
      <CitySheet
        open={isCitySheetOpen}
        location={nearby.location}
        onLocation={changeLocation}
        onClose={() => setIsCitySheetOpen(false)}
      />
    </main>
  );
});

/**
 * Before the first paint: restores the location of another page or visit, and clears the list except on
 * return.
 */
function useResetList(): void {
  const nearby = useStore(nearestRestaurantStore);
  const list = useStore(restaurantListStore);
  const navigation = useNavigationType();
  useState(() => {
    nearby.restoreLocation();
    if (navigation !== "POP") list.startOver();
  });
}
