import { Button, Flex, Input, Select, Tag, Typography } from "antd";
import { useEffect, useState } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import type { FigureFilter } from "./FiguresStore.ts";
import { findPreset, isValidRange, presets, rangeOf } from "./figureRange.ts";
import { figuresMessages as messages } from "./figuresMessages.ts";

/** Restaurants of restaurant staff; null for admins, who see all. */
export type OwnRestaurants = Staff["restaurants"] | null;

interface FigureFiltersProps {
  own: OwnRestaurants;
  filter: FigureFilter;
  onFilter: (change: Partial<FigureFilter>) => void;
}

/** Range of days and restaurant that figures are shown of. */
export function FigureFilters({ own, filter, onFilter }: FigureFiltersProps) {
  const { from, to } = filter;
  const [range, setRange] = useState({ from, to });
  // A preset or the address chose other days than the fields show.
  useEffect(() => setRange({ from, to }), [from, to]);
  const isValid = isValidRange(range);
  const change = (changed: Partial<typeof range>) => {
    const next = { ...range, ...changed };
    setRange(next);
    if (isValidRange(next)) onFilter(next);
  };
  const { restaurant } = filter;
  return (
    <Flex wrap gap="small" align="center" style={{ marginBottom: 12 }}>
      <RadioGroup
        label={messages.presets.label}
        options={presets.map((preset) => ({ value: preset, text: messages.presets[preset] }))}
        value={findPreset(filter, Date.now())}
        onChange={(preset) => onFilter(rangeOf(preset, Date.now()))}
      />
      {(["from", "to"] as const).map((name) => (
        <Input
          key={name}
          type="date"
          aria-label={messages[name]}
          style={{ width: 150 }}
          value={range[name]}
          {...(!isValid && { status: "error" as const })}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      ))}
      {!isValid && (
        <Typography.Text type="danger" role="alert">
          {messages.rangeProblem}
        </Typography.Text>
      )}
      {own === null ? (
        <ChainRestaurant restaurant={restaurant} onFilter={onFilter} />
      ) : (
        <OwnRestaurant own={own} restaurant={restaurant} onFilter={onFilter} />
      )}
    </Flex>
  );
}

interface RestaurantProps extends Pick<FigureFiltersProps, "onFilter"> {
  restaurant: string;
}

/** The restaurant that an admin chose, and the way back to all. */
function ChainRestaurant({ restaurant, onFilter }: RestaurantProps) {
  if (restaurant === "") return null;
  return (
    <>
      <Tag>{messages.restaurant(restaurant)}</Tag>
      <Button type="link" size="small" onClick={() => onFilter({ restaurant: "" })}>
        {messages.allRestaurants}
      </Button>
    </>
  );
}

/** The restaurant of restaurant staff, chosen from theirs if they have several. */
function OwnRestaurant({
  own,
  restaurant,
  onFilter,
}: RestaurantProps & { own: NonNullable<OwnRestaurants> }) {
  const [first] = own;
  if (own.length === 1 && first?.restaurant_id === restaurant) return <Tag>{first.name}</Tag>;
  return (
    <Select
      showSearch={{ optionFilterProp: "label" }}
      aria-label={messages.ownRestaurant}
      style={{ minWidth: 220 }}
      value={restaurant}
      options={own.map(({ restaurant_id, name }) => ({ value: restaurant_id, label: name }))}
      onChange={(chosen) => onFilter({ restaurant: chosen })}
    />
  );
}
