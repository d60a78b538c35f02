import { Form, Select } from "antd";
import { useEffect, useId, useState } from "react";
import { logError } from "#web/lib/logError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import { staffMemberMessages } from "./staffMemberMessages.ts";

const messages = staffMemberMessages.form;

interface RestaurantSelectProps {
  label: string;
  /** Id of the chosen restaurant, null for none. */
  value: string | null;
  /** Name of the restaurant that was chosen before the form was opened. */
  name: string | null;
  onChange: (restaurantId: string) => void;
  /** Error message, shown and announced below. */
  problem?: string | undefined;
}

/** antd's Select over all restaurants, which the server searches. */
export function RestaurantSelect({ label, value, name, onChange, problem }: RestaurantSelectProps) {
  const id = useId();
  const { search } = useAdminStore(selectedRestaurantStore);
  const [keyword, setKeyword] = useState("");
  const settledKeyword = useDebouncedValue(keyword);
  const [options, setOptions] = useState(value === null || name === null ? [] : [{ value, label: name }]);
  useEffect(() => {
    let isCurrent = true;
    search(settledKeyword.trim()).then(
      (found) => {
        if (isCurrent)
          setOptions(found.map(({ storecode, storename }) => ({ value: storecode, label: storename })));
      },
      (error: unknown) => logError("searching restaurants failed", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [search, settledKeyword]);
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      layout="vertical"
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Select
        id={id}
        virtual={false}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        placeholder={messages.restaurantHint}
        notFoundContent={messages.noRestaurant}
        value={value}
        onChange={onChange}
        options={options}
      />
    </Form.Item>
  );
}
