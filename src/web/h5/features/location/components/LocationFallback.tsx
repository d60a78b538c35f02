import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Icon } from "#web/ui/Icon.tsx";
import { type City, loadCities, matchCities, shortCityName } from "../City.ts";
import type { LocationStore } from "../LocationStore.ts";
import { locationStatusText } from "../locationStatusText.ts";
import { locationMessages } from "../messages.ts";
import styles from "./LocationFallback.module.css";

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
      <div className={styles.state}>
        <span role="status">{locationStatusText(location)}</span>
        <button
          type="button"
          className={styles.again}
          disabled={location.state === "locating"}
          onClick={() => void location.locate("tap")}
        >
          <Icon name="aim" size={16} />
          {locationMessages.relocate}
        </button>
      </div>
      {suggestions.length > 0 && (
        <ul className={styles.cities}>
          {suggestions.map(({ gbCityCode, cityNameZh }) => (
            <li key={`${gbCityCode} ${cityNameZh}`}>
              <button type="button" className={styles.city} onClick={() => onPick(shortCityName(cityNameZh))}>
                {shortCityName(cityNameZh)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

/** Returns no suggestions when the text names a city exactly. */
function useSuggestions(typed: string): City[] {
  const [cities, setCities] = useState<readonly City[]>([]);
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
