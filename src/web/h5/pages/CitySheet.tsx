import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
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
  /** Where the app takes the customer to be; null: nobody has asked yet, so opening the sheet asks. */
  place: Place | null;
  onPlace: (place: Place) => void;
  onClose: () => void;
}

/** The city picker with the device's own position; a place that was found closes it, a failure leaves it to the customer. */
export const CitySheet = observer(function CitySheet({ open, place, onPlace, onClose }: CitySheetProps) {
  const location = useStore(locationStore);
  const isUnknown = place === null;
  const locate = useCallback(async () => {
    await location.locate();
    const found = location.place;
    if (found === null) return;
    if (location.state === "located") {
      toast(words.located(found.city));
      onPlace(found);
      onClose();
    } else if (isUnknown) onPlace(found.position === null ? fallback : found);
  }, [location, isUnknown, onPlace, onClose]);
  const locateNow = useCallback(() => {
    locate().catch((error: unknown) => logFailure("locating failed", error));
  }, [locate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening is the occasion; a place that becomes known is none
  useEffect(() => {
    if (open && isUnknown) locateNow();
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
