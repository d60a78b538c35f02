import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { isWechat } from "#web/bridge/environment.ts";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { isOwnPlace } from "../features/location/lastPlace.ts";
import { NearestCard } from "../features/restaurant/NearestCard.tsx";
import { readTableLink } from "../features/restaurant/readTableLink.ts";
import { menuPath, tablePath } from "../inStorePaths.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import { bridgeDoor } from "../stores/bridgeDoor.ts";
import { favouriteStore } from "../stores/FavouriteStore.ts";
import { homeStore } from "../stores/HomeStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./SelfServicePage.module.css";
import { useFavourites } from "./useFavourites.ts";

const words = restaurantMessages.selfService;

/** Ordering at the nearest store, at a table by its code, or at a favourite. */
export const SelfServicePageEntries = observer(function SelfServicePageEntries() {
  useFavourites();
  return (
    <>
      <Nearest />
      {isWechat(navigator.userAgent) && <ScanEntry />}
      <Favourites />
    </>
  );
});

const Nearest = observer(function Nearest() {
  const home = useStore(homeStore);
  const navigate = useNavigate();
  const find = useCallback(() => {
    home.findNearest().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("finding the nearest store failed", error);
    });
  }, [home]);
  useEffect(() => {
    home.recall();
    find();
  }, [home, find]);
  const { status, value, error } = home.nearest;
  const choose = () => navigate("/restaurant-select");
  if (value === undefined) {
    return status === "failed" ? (
      <FailedState text={messageOf(error, restaurantMessages.failed)} onRetry={find} />
    ) : (
      <Skeleton rows={1} shape="line" className={styles.waiting} />
    );
  }
  if (value === null)
    return (
      <EmptyState
        drawing="store"
        text={restaurantMessages.none}
        action={{ text: words.other, onPress: choose }}
      />
    );
  return (
    <NearestCard
      store={value}
      isLocated={isOwnPlace(home.place)}
      onOrder={(type) => navigate(menuPath(value.id, type))}
      onOther={choose}
    />
  );
});

/** Reads the code of a table with WeChat's camera. */
function ScanEntry() {
  const openBridge = useStore(bridgeDoor);
  const navigate = useNavigate();
  const scan = async () => {
    try {
      const text = await (await openBridge()).scan();
      if (text === null) return;
      const link = readTableLink(text);
      if (link === null) toast(words.notATable);
      else navigate(tablePath(link.restaurantId, link.table));
    } catch (error) {
      logFailure("scanning failed", error);
      toast(words.scanFailed);
    }
  };
  return (
    <button type="button" className={styles.entry} onClick={() => void scan()}>
      <Icon name="aim" />
      <span className={styles.text}>
        <b>{words.scan}</b>
        <span className={styles.small}>{words.scanHint}</span>
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
      <h2 className={styles.title}>{words.favourites}</h2>
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
