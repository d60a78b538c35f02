import { useEffect, useMemo, useState } from "react";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { type City, loadCities, matchCities, shortCityName } from "../City.ts";
import { locationMessages } from "../messages.ts";
import styles from "./CityPicker.module.css";

const messages = locationMessages;

interface CityPickerProps {
  open: boolean;
  /** Location status: the located city, or the reason for a failure. */
  status: string;
  isLocating: boolean;
  onLocate: () => void;
  onPick: (city: City) => void;
  onClose: () => void;
}

/** Sheet to choose a city: by locating, by name, or from the list. */
export function CityPicker({ open, status, isLocating, onLocate, onPick, onClose }: CityPickerProps) {
  const [typed, setTyped] = useState("");
  const list = useCities();
  const matches = matchCities(list.cities, typed);
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.title} isTall>
      <div className={styles.state}>
        <span role="status">{status}</span>
        <button type="button" className={styles.again} disabled={isLocating} onClick={onLocate}>
          <Icon name="aim" size={16} />
          {messages.relocate}
        </button>
      </div>
      <SearchBox
        className={styles.search}
        label={messages.search}
        maxLength={20}
        value={typed}
        onChange={setTyped}
        onSubmit={() => matches[0] !== undefined && onPick(matches[0])}
      />
      {list.hasFailed && <ErrorState text={messages.listFailed} onRetry={list.retry} />}
      {!list.hasFailed && list.cities.length === 0 && <Skeleton rows={5} shape="line" />}
      {list.cities.length > 0 && typed.trim() === "" && <AllCities cities={list.cities} onPick={onPick} />}
      {list.cities.length > 0 && typed.trim() !== "" && <SearchResults cities={matches} onPick={onPick} />}
    </BottomSheet>
  );
}

interface CitiesProps {
  cities: readonly City[];
  onPick: (city: City) => void;
}

function SearchResults({ cities, onPick }: CitiesProps) {
  if (cities.length === 0) return <EmptyState illustration="search" text={messages.none} />;
  return <CityRows cities={cities} onPick={onPick} />;
}

/** Cities with restaurants as chips, then every city by its first letter. */
function AllCities({ cities, onPick }: CitiesProps) {
  const letters = useMemo(() => groupByLetter(cities), [cities]);
  return (
    <>
      <h3 className={styles.heading}>{messages.served}</h3>
      <div className={styles.chips}>
        {cities
          .filter(({ enableOnline }) => enableOnline)
          .map((city) => (
            <button key={city.gbCityCode} type="button" className={styles.chip} onClick={() => onPick(city)}>
              {shortCityName(city.cityNameZh)}
            </button>
          ))}
      </div>
      <h3 className={styles.heading}>{messages.all}</h3>
      {letters.map(([letter, group]) => (
        <section key={letter} aria-label={letter}>
          <h4 className={styles.letter}>{letter}</h4>
          <CityRows cities={group} onPick={onPick} />
        </section>
      ))}
    </>
  );
}

function CityRows({ cities, onPick }: CitiesProps) {
  return (
    <ul>
      {cities.map((city) => (
        <li key={`${city.gbCityCode} ${city.cityNameZh}`} className={styles.row}>
          <button type="button" className={styles.city} onClick={() => onPick(city)}>
            {shortCityName(city.cityNameZh)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Groups the cities by the first letters of their names, in alphabetical order. */
function groupByLetter(cities: readonly City[]): [string, City[]][] {
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
    let isCancelled = false;
    loadCities().then(
      (all) => isCancelled || setCities(all),
      () => isCancelled || setFailedAttempt(attempt),
    );
    return () => {
      isCancelled = true;
    };
  }, [attempt]);
  return { cities, hasFailed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}
