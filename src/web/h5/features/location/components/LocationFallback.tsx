import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { type CityEntry, loadCities, matchCities, shortCityName } from "../City.ts";
import type { LocationStore } from "../LocationStore.ts";
import { locationStatusText } from "../locationStatusText.ts";
import styles from "./LocationFallback.module.css";
import { LocationStatus } from "./LocationStatus.tsx";

const maxSuggestions = 6;

interface LocationFallbackProps {
  location: LocationStore;
  typed: string;
  onPick: (city: string) => void;
}

/** Location status with a retry, and the cities matching a typed text. */
export const LocationFallback = observer(function LocationFallback({
  location,
  typed,
  onPick,
}: LocationFallbackProps) {
  const suggestions = useSuggestions(typed);
  return (
    <div className={styles.help}>
      <LocationStatus
        text={locationStatusText(location)}
        isLocating={location.state === "locating"}
        onLocate={() => void location.locate("tap")}
      />
      {suggestions.length > 0 && (
        <ul className={styles.cities}>
          {suggestions.map(({ gbCityCode, cityNameZh }) => (
            <li key={`${gbCityCode} ${cityNameZh}`}>
              <Button variant="plain" size="small" onPress={() => onPick(shortCityName(cityNameZh))}>
                {shortCityName(cityNameZh)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

/** Returns no suggestions when the text names a city exactly. */
function useSuggestions(typed: string): CityEntry[] {
  const [cities, setCities] = useState<readonly CityEntry[]>([]);
  useEffect(() => {
    let isCancelled = false;
    // Without the list the typed text is used as it is, so the search still works.
    loadCities().then(
      (list) => isCancelled || setCities(list),
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, []);
  const text = typed.trim();
  const matches = matchCities(cities, text);
  const first = matches[0];
  const isExactMatch = first !== undefined && shortCityName(first.cityNameZh) === shortCityName(text);
  return isExactMatch ? [] : matches.slice(0, maxSuggestions);
}
