import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { messages } from "../../messages.ts";
import type { LocationStore } from "../../stores/LocationStore.ts";
import { type City, loadCities, matchCities, shortCity } from "./City.ts";
import styles from "./CityHelp.module.css";
import { locatingText } from "./locatingText.ts";

const suggestionsMax = 6;

interface CityHelpProps {
  location: LocationStore;
  typed: string;
  onPick: (city: string) => void;
}

/** What locating says, with a way to try again, and the cities a typed text may mean. */
export const CityHelp = observer(function CityHelp({ location, typed, onPick }: CityHelpProps) {
  const suggestions = useSuggestions(typed);
  return (
    <div className={styles.help}>
      <div className={styles.state}>
        <span role="status">{locatingText(location)}</span>
        <button
          type="button"
          className={styles.again}
          disabled={location.state === "locating"}
          onClick={() => void location.locate("tap")}
        >
          <Icon name="aim" size={16} />
          {messages.address.relocate}
        </button>
      </div>
      {suggestions.length > 0 && (
        <ul className={styles.cities}>
          {suggestions.map(({ gbCityCode, cityNameZh }) => (
            <li key={`${gbCityCode} ${cityNameZh}`}>
              <button type="button" className={styles.city} onClick={() => onPick(shortCity(cityNameZh))}>
                {shortCity(cityNameZh)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

/** Nothing to suggest when the text names a city exactly. */
function useSuggestions(typed: string): City[] {
  const [cities, setCities] = useState<readonly City[]>([]);
  useEffect(() => {
    let isGone = false;
    // Without the list the typed text is taken as it is, so the search still works.
    loadCities().then(
      (list) => isGone || setCities(list),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  const text = typed.trim();
  const matches = matchCities(cities, text);
  const first = matches[0];
  const isNamed = first !== undefined && shortCity(first.cityNameZh) === shortCity(text);
  return isNamed ? [] : matches.slice(0, suggestionsMax);
}
