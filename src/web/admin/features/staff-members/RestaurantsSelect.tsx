import { Select } from "antd";
import { useEffect, useState } from "react";
import { restaurantsPerMemberMax } from "#contract/staff/member/limits.ts";
import { logError } from "#web/lib/logError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { FormField } from "../../ui/FormField.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import { staffMemberMessages } from "./staffMemberMessages.ts";

const messages = staffMemberMessages.form;

/** Restaurant as antd's Select knows it: id and name. */
export interface RestaurantOption {
  value: string;
  label: string;
}

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
  const { search } = useAdminStore(selectedRestaurantStore);
  const [keyword, setKeyword] = useState("");
  const settledKeyword = useDebouncedValue(keyword);
  const [found, setFound] = useState<RestaurantOption[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    search(settledKeyword.trim()).then(
      (restaurants) => {
        if (!isCurrent) return;
        setHasFailed(false);
        setFound(restaurants.map(({ storecode, storename }) => ({ value: storecode, label: storename })));
      },
      (error: unknown) => {
        logError("searching restaurants failed", error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [search, settledKeyword]);
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
          notFoundContent={hasFailed ? messages.restaurantsFailed : messages.noRestaurant}
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
