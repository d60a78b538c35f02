import { Select } from "antd";
import { useState } from "react";
import { restaurantsPerMemberMax } from "#contract/staff/member/limits.ts";
import { FormField } from "../../ui/FormField.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { type RestaurantOption, useFoundRestaurants } from "../restaurant/useFoundRestaurants.ts";
import { staffMemberMessages } from "./staffMemberMessages.ts";

const messages = staffMemberMessages.form;

interface RestaurantsSelectProps {
  label: string;
  /** Chosen restaurants. */
  value: RestaurantOption[];
  onChange: (restaurants: RestaurantOption[]) => void;
  /** Error message, shown and announced below. */
  problem?: string | undefined;
}

/** antd's Select of several restaurants out of all, which the server searches. */
export function RestaurantsSelect({ label, value, onChange, problem }: RestaurantsSelectProps) {
  const [keyword, setKeyword] = useState("");
  const { found, hasFailed } = useFoundRestaurants(keyword);
  return (
    <FormField label={label} problem={problem}>
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          maxCount={restaurantsPerMemberMax}
          virtual={false}
          showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
          placeholder={messages.restaurantsHint}
          notFoundContent={hasFailed ? uiMessages.list.restaurantsFailed : uiMessages.list.noRestaurant}
          labelInValue
          value={value}
          onChange={(restaurants: RestaurantOption[]) => {
            // The input is cleared by a choice, without a search.
            setKeyword("");
            onChange(restaurants);
          }}
          options={found}
        />
      )}
    </FormField>
  );
}
