import { type ReactNode, useState } from "react";
import type { Poi } from "#contract/address/schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { messages } from "../../messages.ts";
import styles from "./PlaceSearchPanel.module.css";
import { type Found, type PlaceSearch, usePlaceSearch } from "./usePlaceSearch.ts";

const words = messages.address;

interface PlaceSearchPanelProps {
  city: string;
  onCityChange: (city: string) => void;
  /** The name the city list gives a typed text. */
  resolveCity: (typed: string) => Promise<string>;
  /** Below the city: what locating says, and the cities that match. */
  cityHelp: ReactNode;
  search: PlaceSearch;
  onPick: (poi: Poi) => void;
}

/** City, keyword, 搜索, and the places found. */
export function PlaceSearchPanel(props: PlaceSearchPanelProps) {
  const { city, onCityChange, resolveCity, search } = props;
  const [keyword, setKeyword] = useState("");
  const places = usePlaceSearch(async (typed, word) => search(await resolveCity(typed), word));
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void places.run(city, keyword);
        }}
      >
        <div className={styles.card}>
          <Field
            label={words.city}
            value={city}
            onChange={(text) => {
              onCityChange(text);
              places.clearProblems();
            }}
            problem={places.problems.city}
            placeholder={words.cityHint}
            maxLength={20}
          />
          {props.cityHelp}
          <Field
            label={words.keyword}
            value={keyword}
            onChange={(text) => {
              setKeyword(text);
              places.clearProblems();
            }}
            problem={places.problems.keyword}
            placeholder={words.keywordHint}
            enterKeyHint="search"
            maxLength={50}
          />
        </div>
        <Button type="submit" size="large" isBusy={places.found.state === "searching"}>
          {words.search}
        </Button>
      </form>
      <Results found={places.found} onPick={props.onPick} onRetry={() => void places.run(city, keyword)} />
    </>
  );
}

interface ResultsProps {
  found: Found;
  onPick: (poi: Poi) => void;
  onRetry: () => void;
}

function Results({ found, onPick, onRetry }: ResultsProps) {
  switch (found.state) {
    case "idle":
      return null;
    case "searching":
      return (
        <div className={styles.results}>
          <p className={styles.searching}>{words.searching}</p>
          <Skeleton rows={4} shape="line" />
        </div>
      );
    case "failed":
      return <FailedState text={found.text} onRetry={onRetry} />;
    case "done":
      if (found.pois.length === 0) return <Nothing />;
      return (
        <ul className={styles.results}>
          {found.pois.map((poi) => (
            <PlaceRow key={`${poi.id} ${poi.location}`} poi={poi} onPick={onPick} />
          ))}
        </ul>
      );
  }
}

/** Said here and not in a message over the page, which would still be read when the next search has found something. */
function Nothing() {
  return (
    <div className={styles.nothing} role="status">
      <EmptyState drawing="search" text={words.noResult} />
      <p>{words.nothingFound}</p>
    </div>
  );
}

function PlaceRow({ poi, onPick }: { poi: Poi; onPick: (poi: Poi) => void }) {
  return (
    <li>
      <button type="button" className={styles.place} onClick={() => onPick(poi)}>
        <Icon name="place" size={20} className={styles.pin} />
        <span className={styles.text}>
          <b className={styles.name}>{poi.name}</b>
          <span className={styles.address}>{`${poi.adname}${poi.address}`}</span>
        </span>
      </button>
    </li>
  );
}
