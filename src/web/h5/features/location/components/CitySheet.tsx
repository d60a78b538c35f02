import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import { fallbackCity } from "#contract/constants.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { useStore } from "../../../app/useStores.ts";
import { type City, shortCityName } from "../City.ts";
import { locationStore } from "../LocationStore.ts";
import type { CustomerLocation } from "../lastLocation.ts";
import { locationStatusText } from "../locationStatusText.ts";
import { locationMessages } from "../messages.ts";
import { saveLastLocation } from "../saveLastLocation.ts";
import { CityPicker } from "./CityPicker.tsx";

const messages = locationMessages;

interface CitySheetProps {
  open: boolean;
  /** Current location; null: not requested yet, so opening the sheet, a tap, requests it. */
  location: CustomerLocation | null;
  onLocation: (location: CustomerLocation) => void;
  onClose: () => void;
}

/** City picker with the device's own position; a found location closes it, a failure leaves it open. */
export const CitySheet = observer(function CitySheet({
  open,
  location,
  onLocation,
  onClose,
}: CitySheetProps) {
  const locator = useStore(locationStore);
  const isUnknown = location === null;
  /** True when locating has failed and no city was chosen instead, so that a late result still counts. */
  const acceptsLateResult = useRef(false);
  const applyFound = useCallback(
    (found: CustomerLocation) => {
      acceptsLateResult.current = false;
      toast(messages.located(found.city));
      onLocation(found);
      onClose();
    },
    [onLocation, onClose],
  );
  const locate = useCallback(async () => {
    acceptsLateResult.current = false;
    await locator.locate("tap");
    const found = locator.result;
    if (found === null) return;
    if (locator.state === "located") return applyFound(found);
    acceptsLateResult.current = true;
    if (isUnknown) onLocation(found.position === null ? fallbackLocation : found);
  }, [locator, isUnknown, applyFound, onLocation]);
  const locateNow = useCallback(() => {
    locate().catch((error: unknown) => logError("locating failed", error));
  }, [locate]);
  const { state } = locator;
  useEffect(() => {
    if (open && state === "located" && acceptsLateResult.current && locator.result !== null)
      applyFound(locator.result);
  }, [open, state, locator, applyFound]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on opening; a location that becomes known must not re-run it
  useEffect(() => {
    if (open && isUnknown) locateNow();
    if (!open) acceptsLateResult.current = false;
  }, [open]);
  const pick = (city: City) => {
    const selected = toLocation(city);
    saveLastLocation(selected);
    onLocation(selected);
    onClose();
  };
  const statusText = locator.state === "located" ? "" : locationStatusText(locator);
  return (
    <CityPicker
      open={open}
      status={statusText || (location === null ? messages.noCity : messages.current(location.city))}
      isLocating={locator.state === "locating"}
      onLocate={locateNow}
      onPick={pick}
      onClose={onClose}
    />
  );
});

/** Without a position the list shows the restaurants of the named city. */
const fallbackLocation: CustomerLocation = {
  city: fallbackCity.name,
  position: null,
  cityCode: fallbackCity.code,
};

function toLocation({ cityNameZh, gbCityCode, latitude, longitude }: City): CustomerLocation {
  const position = { lat: Number(latitude), lng: Number(longitude) };
  return { city: shortCityName(cityNameZh), position, cityCode: gbCityCode };
}
