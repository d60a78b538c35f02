import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import type { Poi } from "#contract/address/schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import formStyles from "../../../app/components/Form.module.css";
import { addressMessages } from "../messages.ts";
import { type PlaceSearchState, type SearchPlaces, usePlaceSearch } from "../usePlaceSearch.ts";
import styles from "./PlaceSearchPanel.module.css";

const messages = addressMessages;

interface PlaceSearchPanelProps {
  city: string;
  onCityChange: (city: string) => void;
  /** Resolves a typed text to the name in the city list. */
  resolveCity: (typed: string) => Promise<string>;
  /** Shown below the city: the location status, and the matching cities. */
  locationFallback: ReactNode;
  search: SearchPlaces;
  onPick: (poi: Poi) => void;
}

/** City, keyword, 搜索, and the places found. */
export function PlaceSearchPanel(props: PlaceSearchPanelProps) {
  const { city, onCityChange, resolveCity, search } = props;
  const [keyword, setKeyword] = useState("");
  const places = usePlaceSearch(async (typed, query) => search(await resolveCity(typed), query));
  return (
    <>
      <form
        className={formStyles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void places.run(city, keyword);
        }}
      >
        <div className={formStyles.card}>
          <Field
            label={messages.city}
            value={city}
            onChange={(text) => {
              onCityChange(text);
              places.clearProblems();
            }}
            problem={places.problems.city}
            placeholder={messages.cityHint}
            maxLength={20}
          />
          {props.locationFallback}
          <Field
            label={messages.keyword}
            value={keyword}
            onChange={(text) => {
              setKeyword(text);
              places.clearProblems();
            }}
            problem={places.problems.keyword}
            placeholder={messages.keywordHint}
            enterKeyHint="search"
            maxLength={50}
          />
        </div>
        <Button type="submit" size="large" isBusy={places.found.state === "searching"}>
          {messages.search}
        </Button>
      </form>
      <Results found={places.found} onPick={props.onPick} onRetry={() => void places.run(city, keyword)} />
    </>
  );
}

interface ResultsProps {
  found: PlaceSearchState;
  onPick: (poi: Poi) => void;
  onRetry: () => void;
}

function Results({ found, onPick, onRetry }: ResultsProps) {
  switch (found.state) {
    case "idle":
      return null;
    case "searching":
      return (
        <>
          <p className={formStyles.hint}>{messages.searching}</p>
          <Skeleton rows={4} shape="line" />
        </>
      );
    case "failed":
      return <ErrorState text={found.text} onRetry={onRetry} />;
    case "done":
      if (found.pois.length === 0) return <NoResults />;
      return (
        <ul className={styles.results}>
          {found.pois.map((poi) => (
            <PlaceRow key={`${poi.id} ${poi.location}`} poi={poi} onPick={onPick} />
          ))}
        </ul>
      );
  }
}

/**
 * Shown inline and not as a toast, which would still be visible after the next search has found something.
 */
function NoResults() {
  return (
    <div role="status">
      <EmptyState illustration="search" text={messages.noResult} />
      <p className={clsx(formStyles.hint, styles.nothing)}>{messages.nothingFound}</p>
    </div>
  );
}

function PlaceRow({ poi, onPick }: { poi: Poi; onPick: (poi: Poi) => void }) {
  return (
    <li>
      <button type="button" className={styles.place} onClick={() => onPick(poi)}>
        <Cell
          icon={<Icon name="place" size={20} />}
          title={<span>{poi.name}</span>}
          label={`${poi.adname}${poi.address}`}
          border={false}
        />
      </button>
    </li>
  );
}
