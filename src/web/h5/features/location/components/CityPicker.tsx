import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { IndexAnchor, IndexBar } from "react-vant/es/index-bar/index.js";
import "react-vant/es/index-bar/style/index.css";
import { logError } from "#web/lib/logError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useStore } from "../../../app/useStores.ts";
import { type City, matchCities, shortCityName } from "../City.ts";
import { cityListStore } from "../CityListStore.ts";
import { locationMessages } from "../messages.ts";
import styles from "./CityPicker.module.css";
import { LocationStatus } from "./LocationStatus.tsx";

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
export const CityPicker = observer(function CityPicker(props: CityPickerProps) {
  const { open, status, isLocating, onLocate, onPick, onClose } = props;
  const [typed, setTyped] = useState("");
  const list = useStore(cityListStore);
  const load = useCallback(() => {
    list.load().catch((error: unknown) => logError("loading the cities failed", error));
  }, [list]);
  useEffect(() => {
    if (open) load();
  }, [open, load]);
  const { cities, hasFailed } = list;
  const matches = matchCities(cities, typed);
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.title} isTall>
      <LocationStatus text={status} isLocating={isLocating} onLocate={onLocate} />
      <SearchBox
        className={styles.search}
        label={messages.search}
        maxLength={20}
        value={typed}
        onChange={setTyped}
        onSubmit={() => matches[0] !== undefined && onPick(matches[0])}
      />
      {hasFailed && <ErrorState text={messages.listFailed} onRetry={load} />}
      {!hasFailed && cities.length === 0 && <Skeleton rows={5} shape="line" />}
      {cities.length > 0 && typed.trim() === "" && <AllCities cities={cities} onPick={onPick} />}
      {cities.length > 0 && typed.trim() !== "" && <SearchResults cities={matches} onPick={onPick} />}
    </BottomSheet>
  );
});

interface CitiesProps {
  cities: readonly City[];
  onPick: (city: City) => void;
}

function SearchResults({ cities, onPick }: CitiesProps) {
  if (cities.length === 0) return <EmptyState illustration="search" text={messages.none} />;
  return <CityRows label={messages.all} cities={cities} onPick={onPick} />;
}

/** Cities with restaurants, then every city by its first letter, with an index on the right. */
function AllCities({ cities, onPick }: CitiesProps) {
  const letters = useMemo(() => groupByLetter(cities), [cities]);
  const served = cities.filter(({ enableOnline }) => enableOnline);
  return (
    <>
      {served.length > 0 && (
        <>
          <h3 className={styles.heading}>{messages.served}</h3>
          <div className={styles.served}>
            {served.map((city) => (
              <Button key={city.gbCityCode} variant="plain" onPress={() => onPick(city)}>
                {shortCityName(city.cityNameZh)}
              </Button>
            ))}
          </div>
        </>
      )}
      <h3 className={styles.heading}>{messages.all}</h3>
      <IndexBar
        className={styles.index ?? ""}
        sticky={false}
        stickyOffsetTop={1}
        indexList={letters.map(([letter]) => letter)}
      >
        {letters.flatMap(([letter, group]) => [
          <IndexAnchor key={letter} index={letter} />,
          <CityRows key={`${letter} cities`} label={letter} cities={group} onPick={onPick} />,
        ])}
      </IndexBar>
    </>
  );
}

/** Must not take children: IndexBar replaces elements by theirs. */
function CityRows({ label, cities, onPick }: CitiesProps & { label: string }) {
  return (
    <ul aria-label={label}>
      {cities.map((city) => (
        <li key={`${city.gbCityCode} ${city.cityNameZh}`}>
          <button type="button" className={styles.city} onClick={() => onPick(city)}>
            <Cell title={shortCityName(city.cityNameZh)} />
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
