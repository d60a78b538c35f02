import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import { fallbackCity } from "#contract/constants.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { type City, shortCity } from "../features/location/City.ts";
import { CityPicker } from "../features/location/CityPicker.tsx";
import type { Place } from "../features/location/lastPlace.ts";
import { locatingText } from "../features/location/locatingText.ts";
import { rememberPlace } from "../features/location/rememberPlace.ts";
import { placeMessages } from "../placeMessages.ts";
import { locationStore } from "../stores/LocationStore.ts";
import { useStore } from "../useStores.ts";

const words = placeMessages;

interface CitySheetProps {
  open: boolean;
  /** Where the app takes the customer to be; null: nobody has asked yet, so opening the sheet, a tap, asks. */
  place: Place | null;
  onPlace: (place: Place) => void;
  onClose: () => void;
}

/** The city picker with the device's own position; a place that was found closes it, a failure leaves it to the customer. */
export const CitySheet = observer(function CitySheet({ open, place, onPlace, onClose }: CitySheetProps) {
  const location = useStore(locationStore);
  const isUnknown = place === null;
  /** Locating has failed and nothing was chosen instead, so what is found late still counts. */
  const isWaiting = useRef(false);
  const take = useCallback(
    (found: Place) => {
      isWaiting.current = false;
      toast(words.located(found.city));
      onPlace(found);
      onClose();
    },
    [onPlace, onClose],
  );
  const locate = useCallback(async () => {
    isWaiting.current = false;
    await location.locate("tap");
    const found = location.place;
    if (found === null) return;
    if (location.state === "located") return take(found);
    isWaiting.current = true;
    if (isUnknown) onPlace(found.position === null ? fallback : found);
  }, [location, isUnknown, take, onPlace]);
  const locateNow = useCallback(() => {
    locate().catch((error: unknown) => logFailure("locating failed", error));
  }, [locate]);
  const { state } = location;
  useEffect(() => {
    if (open && state === "located" && isWaiting.current && location.place !== null) take(location.place);
  }, [open, state, location, take]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening is the occasion; a place that becomes known is none
  useEffect(() => {
    if (open && isUnknown) locateNow();
    if (!open) isWaiting.current = false;
  }, [open]);
  const pick = (city: City) => {
    const chosen = placeOf(city);
    rememberPlace(chosen);
    onPlace(chosen);
    onClose();
  };
  const said = location.state === "located" ? "" : locatingText(location);
  return (
    <CityPicker
      open={open}
      status={said || (place === null ? words.nowhere : words.current(place.city))}
      isLocating={location.state === "locating"}
      onLocate={locateNow}
      onPick={pick}
      onClose={onClose}
    />
  );
});

/** Without a position the stores shown are those of the city that is named. */
const fallback: Place = { city: fallbackCity.name, position: null, cityCode: fallbackCity.code };

function placeOf({ cityNameZh, gbCityCode, latitude, longitude }: City): Place {
  const position = { lat: Number(latitude), lng: Number(longitude) };
  return { city: shortCity(cityNameZh), position, cityCode: gbCityCode };
}
