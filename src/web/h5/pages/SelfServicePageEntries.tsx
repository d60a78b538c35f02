import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError, toErrorMessage } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { isDeviceLocation } from "../features/location/lastPlace.ts";
import { NearestRestaurantCard } from "../features/restaurant/NearestCard.tsx";
import { parseTableLink } from "../features/restaurant/readTableLink.ts";
import { menuPath, tableMenuPath } from "../inStorePaths.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import { loadBridge } from "../stores/bridgeDoor.ts";
import { favouriteStore } from "../stores/FavouriteStore.ts";
import { homeStore } from "../stores/HomeStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./SelfServicePage.module.css";
import { useFavourites } from "./useFavourites.ts";

const messages = restaurantMessages.selfService;

/** Ordering at the nearest store, at a table by its code, or at a favourite. */
export const SelfServiceEntries = observer(function SelfServiceEntries() {
  useFavourites();
  return (
    <>
      <NearestRestaurant />
      {isWechat(navigator.userAgent) && <ScanEntry />}
      <Favourites />
    </>
  );
});

const NearestRestaurant = observer(function NearestRestaurant() {
  const home = useStore(homeStore);
  const navigate = useNavigate();
  const loadNearest = useCallback(() => {
    home.fetchNearest().catch((error: unknown) => {
      if (!isAbortError(error)) logError("finding the nearest store failed", error);
    });
  }, [home]);
  useEffect(() => {
    home.restoreLocation();
    loadNearest();
  }, [home, loadNearest]);
  const { status, value, error } = home.nearest;
  const choose = () => navigate("/restaurant-select");
  if (value === undefined) {
    return status === "failed" ? (
      <ErrorState text={toErrorMessage(error, restaurantMessages.failed)} onRetry={loadNearest} />
    ) : (
      <Skeleton rows={1} shape="line" className={styles.waiting} />
    );
  }
  if (value === null)
    return (
      <EmptyState
        illustration="store"
        text={restaurantMessages.none}
        action={{ text: messages.changeRestaurant, onPress: choose }}
      />
    );
  return (
    <NearestRestaurantCard
      restaurant={value}
      isLocated={isDeviceLocation(home.location)}
      onOrder={(type) => navigate(menuPath(value.id, type))}
      onChangeRestaurant={choose}
    />
  );
});

/** Reads the code of a table with WeChat's camera. */
function ScanEntry() {
  const openBridge = useStore(loadBridge);
  const navigate = useNavigate();
  const scan = async () => {
    try {
      const text = await (await openBridge()).scan();
      if (text === null) return;
      const link = parseTableLink(text);
      if (link === null) toast(messages.notATableCode);
      else navigate(tableMenuPath(link.restaurantId, link.table));
    } catch (error) {
      logError("scanning failed", error);
      toast(messages.scanFailed);
    }
  };
  return (
    <button type="button" className={styles.entry} onClick={() => void scan()}>
      <Icon name="aim" />
      <span className={styles.text}>
        <b>{messages.scan}</b>
        <span className={styles.small}>{messages.scanHint}</span>
      </span>
      <Icon name="chevron" size={18} />
    </button>
  );
}

const Favourites = observer(function Favourites() {
  const favourites = useStore(favouriteStore).list.value ?? [];
  const navigate = useNavigate();
  if (favourites.length === 0) return null;
  return (
    <section className={styles.favourites}>
      <h2 className={styles.title}>{messages.favourites}</h2>
      <ul>
        {favourites.map(({ id, name, address }) => (
          <li key={id}>
            <button type="button" className={styles.entry} onClick={() => navigate(menuPath(id, "pickup"))}>
              <span className={styles.text}>
                <b>{name}</b>
                <span className={styles.small}>{address}</span>
              </span>
              <Icon name="chevron" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});
