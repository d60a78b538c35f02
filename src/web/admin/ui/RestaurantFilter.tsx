import { Select } from "antd";
import { useState } from "react";
import { useFoundRestaurants } from "../features/restaurant/useFoundRestaurants.ts";
import { uiMessages } from "./uiMessages.ts";

const messages = uiMessages.list;

interface RestaurantFilterProps {
  /** Code of the restaurant; "" for all. */
  value: string;
  onChange: (restaurantId: string) => void;
}

/** Choice of one restaurant, which the server searches, or of all. */
export function RestaurantFilter({ value, onChange }: RestaurantFilterProps) {
  const [keyword, setKeyword] = useState("");
  const { found, hasFailed } = useFoundRestaurants(keyword);
  const change = (restaurantId: string) => {
    setKeyword("");
    onChange(restaurantId);
  };
  return (
    <Select
      virtual={false}
      aria-label={messages.restaurant}
      style={{ width: 160 }}
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      notFoundContent={hasFailed ? messages.restaurantsFailed : messages.noRestaurant}
      value={value}
      onChange={change}
      options={[...(keyword === "" ? [{ value: "", label: messages.anyRestaurant }] : []), ...found]}
    />
  );
}
