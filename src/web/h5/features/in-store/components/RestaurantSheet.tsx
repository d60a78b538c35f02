import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useStore } from "../../../app/useStores.ts";
import type { ShownPictures } from "../../restaurant/parseRestaurantPictures.ts";
import type { Restaurant } from "../../restaurant/Restaurant.ts";
import { restaurantPicturesStore } from "../../restaurant/RestaurantPicturesStore.ts";
import { LicencesSheet } from "./LicencesSheet.tsx";
import styles from "./RestaurantSheet.module.css";
import { RestaurantSwiper } from "./RestaurantSwiper.tsx";
import { restaurantSheetMessages as messages } from "./restaurantSheetMessages.ts";

interface RestaurantSheetProps {
  open: boolean;
  restaurant: Restaurant;
  onClose: () => void;
}

/** Sheet about a restaurant: its pictures, address, hours, and the row that opens its licences. */
export const RestaurantSheet = observer(function RestaurantSheet(props: RestaurantSheetProps) {
  const { open, restaurant, onClose } = props;
  const { loaded, open: load } = useStore(restaurantPicturesStore);
  const { id } = restaurant;
  const reload = useCallback(() => {
    // The failure stays in the store and is shown in the sheet with a retry.
    load(id).catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the pictures of a restaurant failed", error);
    });
  }, [load, id]);
  useEffect(() => {
    if (open) reload();
  }, [open, reload]);
  const { value } = loaded;
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.title}>
      {value !== undefined && <Shown shown={value} restaurant={restaurant} />}
      {value === undefined && loaded.status === "failed" && (
        <ErrorState text={messages.failed} onRetry={reload} />
      )}
      {value === undefined && loaded.status !== "failed" && <Skeleton rows={3} />}
    </BottomSheet>
  );
});

function Shown({ shown, restaurant }: { shown: ShownPictures; restaurant: Restaurant }) {
  const [areLicencesOpen, setAreLicencesOpen] = useState(false);
  const { pictures, businessLicence, foodLicence } = shown;
  return (
    <>
      {pictures.length > 0 && <RestaurantSwiper pictures={pictures} restaurantName={restaurant.name} />}
      <Cell title={restaurant.name} label={restaurant.address} border={false} className={styles.cell ?? ""} />
      {restaurant.hours !== "" && (
        <Cell title={messages.hours} value={restaurant.hours} border={false} className={styles.cell ?? ""} />
      )}
      {(businessLicence !== null || foodLicence !== null) && (
        <button type="button" className={styles.row} onClick={() => setAreLicencesOpen(true)}>
          <Cell
            title={messages.licences}
            rightIcon={<Icon name="chevron" size={18} />}
            border={false}
            className={styles.cell ?? ""}
          />
        </button>
      )}
      <LicencesSheet open={areLicencesOpen} shown={shown} onClose={() => setAreLicencesOpen(false)} />
    </>
  );
}
