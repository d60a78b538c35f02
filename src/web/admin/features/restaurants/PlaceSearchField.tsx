import { Button, Flex, Input, type InputRef, Typography } from "antd";
import { type KeyboardEvent, useRef, useState } from "react";
import type { RestaurantPlace } from "#contract/staff/restaurant-admin/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { FormField } from "../../ui/FormField.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import styles from "./PlaceSearchField.module.css";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.places;

interface PlaceSearchFieldProps {
  /** City to search in until another one is typed. */
  city: string;
  /** Rejects when the map service fails. */
  onSearch: (city: string, keyword: string) => Promise<RestaurantPlace[]>;
  onChoose: (place: RestaurantPlace) => void;
}

/** Search of the map service, whose places fill in address, city and coordinates. */
export function PlaceSearchField({ city, onSearch, onChoose }: PlaceSearchFieldProps) {
  const [typedCity, setTypedCity] = useState<string | null>(null);
  const [keyword, setKeyword] = useState("");
  const [places, setPlaces] = useState<RestaurantPlace[] | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  /** Number of the newest search; an answer to an older one is not shown. */
  const newest = useRef(0);
  const input = useRef<InputRef>(null);
  const search = async () => {
    newest.current += 1;
    const number = newest.current;
    setProblem(undefined);
    setIsBusy(true);
    let found: RestaurantPlace[] | null = null;
    let failure: string | undefined;
    try {
      found = await onSearch(typedCity ?? city, keyword);
    } catch (error) {
      failure = toErrorMessage(error, uiMessages.actFailed);
    }
    if (number !== newest.current) return;
    setPlaces(found);
    setProblem(failure);
    setIsBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) void search();
  };
  const choose = (place: RestaurantPlace) => {
    newest.current += 1;
    setIsBusy(false);
    setPlaces(null);
    // The list leaves the page with the button that had the focus.
    input.current?.focus();
    onChoose(place);
  };
  return (
    <FormField label={messages.label} problem={problem}>
      {(id) => (
        <>
          <Flex gap="small">
            <Input
              className={styles.city ?? ""}
              aria-label={messages.city}
              placeholder={messages.city}
              maxLength={50}
              value={typedCity ?? city}
              onChange={({ target }) => setTypedCity(target.value)}
              onKeyDown={onKeyDown}
            />
            <Input
              id={id}
              ref={input}
              placeholder={messages.hint}
              maxLength={50}
              value={keyword}
              onChange={({ target }) => setKeyword(target.value)}
              onKeyDown={onKeyDown}
            />
            <Button loading={isBusy} onClick={() => void search()}>
              {messages.search}
            </Button>
          </Flex>
          <Typography.Text type="secondary" role="status">
            {places !== null && messages.count(places.length)}
          </Typography.Text>
          {places !== null && places.length > 0 && (
            <ul className={styles.places} aria-label={messages.found}>
              {places.map((place) => (
                <li key={`${place.name} ${place.lng},${place.lat}`}>
                  <Button type="text" size="small" block onClick={() => choose(place)}>
                    <span className={styles.place}>
                      <b>{place.name}</b> {place.address}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FormField>
  );
}
