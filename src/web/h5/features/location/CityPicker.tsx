import { useEffect, useMemo, useState } from "react";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { placeMessages } from "../../placeMessages.ts";
import { type City, loadCities, matchCities, shortCity } from "./City.ts";
import styles from "./CityPicker.module.css";

const words = placeMessages;

interface CityPickerProps {
  open: boolean;
  /** What is said about the place: where the customer is, or why nobody knows. */
  status: string;
  isLocating: boolean;
  onLocate: () => void;
  onPick: (city: City) => void;
  onClose: () => void;
}

/** A sheet to choose a city: by locating, by its name, or out of the list. */
export function CityPicker({ open, status, isLocating, onLocate, onPick, onClose }: CityPickerProps) {
  const [typed, setTyped] = useState("");
  const list = useCities();
  const matches = matchCities(list.cities, typed);
  return (
    <Sheet open={open} onClose={onClose} title={words.title} isTall>
      <div className={styles.state}>
        <span role="status">{status}</span>
        <button type="button" className={styles.again} disabled={isLocating} onClick={onLocate}>
          <Icon name="aim" size={16} />
          {words.relocate}
        </button>
      </div>
      <SearchBox
        className={styles.search}
        label={words.search}
        maxLength={20}
        value={typed}
        onChange={setTyped}
        onSubmit={() => matches[0] !== undefined && onPick(matches[0])}
      />
      {list.hasFailed && <FailedState text={words.listFailed} onRetry={list.retry} />}
      {!list.hasFailed && list.cities.length === 0 && <Skeleton rows={5} shape="line" />}
      {list.cities.length > 0 && typed.trim() === "" && <AllCities cities={list.cities} onPick={onPick} />}
      {list.cities.length > 0 && typed.trim() !== "" && <Found cities={matches} onPick={onPick} />}
    </Sheet>
  );
}

interface CitiesProps {
  cities: readonly City[];
  onPick: (city: City) => void;
}

function Found({ cities, onPick }: CitiesProps) {
  if (cities.length === 0) return <EmptyState drawing="search" text={words.none} />;
  return <Rows cities={cities} onPick={onPick} />;
}

/** The cities with stores as chips, then every city by its first letter. */
function AllCities({ cities, onPick }: CitiesProps) {
  const letters = useMemo(() => byLetter(cities), [cities]);
  return (
    <>
      <h3 className={styles.heading}>{words.served}</h3>
      <div className={styles.chips}>
        {cities
          .filter(({ enableOnline }) => enableOnline)
          .map((city) => (
            <button key={city.gbCityCode} type="button" className={styles.chip} onClick={() => onPick(city)}>
              {shortCity(city.cityNameZh)}
            </button>
          ))}
      </div>
      <h3 className={styles.heading}>{words.all}</h3>
      {letters.map(([letter, group]) => (
        <section key={letter} aria-label={letter}>
          <h4 className={styles.letter}>{letter}</h4>
          <Rows cities={group} onPick={onPick} />
        </section>
      ))}
    </>
  );
}

function Rows({ cities, onPick }: CitiesProps) {
  return (
    <ul>
      {cities.map((city) => (
        <li key={`${city.gbCityCode} ${city.cityNameZh}`} className={styles.row}>
          <button type="button" className={styles.city} onClick={() => onPick(city)}>
            {shortCity(city.cityNameZh)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The cities under the first letters of their names, in the order of the alphabet. */
function byLetter(cities: readonly City[]): [string, City[]][] {
  const groups = new Map<string, City[]>();
  const sorted = [...cities].sort((a, b) => a.cityNameEn.localeCompare(b.cityNameEn, "en"));
  for (const city of sorted) {
    const letter = city.cityNameEn.slice(0, 1).toUpperCase();
    groups.set(letter, [...(groups.get(letter) ?? []), city]);
  }
  return [...groups];
}

function useCities() {
  const [cities, setCities] = useState<readonly City[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  useEffect(() => {
    let isGone = false;
    loadCities().then(
      (all) => isGone || setCities(all),
      () => isGone || setFailedAttempt(attempt),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  return { cities, hasFailed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}
