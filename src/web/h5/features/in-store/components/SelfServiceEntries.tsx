import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { clientFeatures, findClient } from "#web/bridge/clients.ts";
import { readUserAgent } from "#web/bridge/environment.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { toast } from "#web/ui/notify.ts";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { loadBridge } from "../../../app/loadBridge.ts";
import { menuPath, tableMenuPath } from "../../../app/paths.ts";
import { useStore } from "../../../app/useStores.ts";
import { isDeviceLocation } from "../../location/lastLocation.ts";
import { NearestRestaurantCard } from "../../restaurant/components/NearestRestaurantCard.tsx";
import { favouriteStore } from "../../restaurant/FavouriteStore.ts";
import { restaurantMessages } from "../../restaurant/messages.ts";
import { nearestRestaurantStore } from "../../restaurant/NearestRestaurantStore.ts";
import { parseTableLink } from "../../restaurant/parseTableLink.ts";
import { useFavourites } from "../../restaurant/useFavourites.ts";
import styles from "../SelfServicePage.module.css";

const messages = restaurantMessages.selfService;

/** Entries: the nearest restaurant, a table's QR code, or a favourite. */
export const SelfServiceEntries = observer(function SelfServiceEntries() {
  useFavourites();
  return (
    <>
      <NearestRestaurant />
      {clientFeatures[findClient(readUserAgent())].scan && <ScanEntry />}
      <Favourites />
    </>
  );
});

const NearestRestaurant = observer(function NearestRestaurant() {
  const nearby = useStore(nearestRestaurantStore);
  const navigate = useNavigate();
  const loadNearest = useCallback(() => {
    nearby.fetchNearest().catch((error: unknown) => {
      if (!isAbortError(error)) logError("finding the nearest store failed", error);
    });
  }, [nearby]);
  useEffect(() => {
    nearby.restoreLocation();
    loadNearest();
  }, [nearby, loadNearest]);
  const { status, value, error } = nearby.nearest;
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
      isLocated={isDeviceLocation(nearby.location)}
      onOrder={(type) => navigate(menuPath(value.id, type))}
      onChangeRestaurant={choose}
    />
  );
});

/** Scans the QR code of a table with WeChat's camera. */
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
