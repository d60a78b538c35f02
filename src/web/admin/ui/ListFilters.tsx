import { Button, Flex, Input, Select } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { uiMessages } from "./uiMessages.ts";

const messages = uiMessages.list;

interface ListFiltersProps<F> {
  filter: F;
  /** The filter that shows the whole list; what differs from it can be cleared. */
  empty: F;
  onChange: (change: Partial<F>) => void;
  children: ReactNode;
}

/** Line of the controls that filter a list, with one that clears them. */
export function ListFilters<F extends { [Name in keyof F]: string }>(props: ListFiltersProps<F>) {
  const { filter, empty, onChange, children } = props;
  const names = Object.keys(empty) as (keyof F)[];
  return (
    <Flex gap="small" align="center" wrap>
      {children}
      {names.some((name) => filter[name] !== empty[name]) && (
        <Button type="link" onClick={() => onChange(empty)}>
          {messages.clear}
        </Button>
      )}
    </Flex>
  );
}

interface SelectFilterProps<Value extends string> {
  label: string;
  /** "" for all. */
  value: Value | "";
  any: string;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value | "") => void;
  width?: number;
}

/** Choice of one of a few states, or of all. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { label, value, any, options, onChange, width = 140 } = props;
  return (
    <Select<Value | "">
      virtual={false}
      aria-label={label}
      style={{ width }}
      showSearch={{ optionFilterProp: "label" }}
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: any },
        ...options.map(([option, text]) => ({ value: option, label: text })),
      ]}
    />
  );
}

interface Days {
  /** First and last day, "YYYY-MM-DD"; "" for no limit. */
  from: string;
  until: string;
}

/** First and last day of a list, beside each other. */
export function DayFilter({ filter, onChange }: { filter: Days; onChange: (change: Partial<Days>) => void }) {
  return (
    <Flex gap="small">
      {(["from", "until"] as const).map((name) => (
        <DayInput
          key={name}
          label={messages[name]}
          value={filter[name]}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
    </Flex>
  );
}

/** Days that lists can be filtered by: a year that is being typed has no meaning yet. */
const dayPattern = /^(20\d{2}-\d{2}-\d{2})?$/;

function DayInput(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const change = (day: string) => {
    setTyped(day);
    if (dayPattern.test(day)) onChange(day);
  };
  return (
    <Input
      type="date"
      aria-label={label}
      title={label}
      style={{ width: 140 }}
      value={typed}
      onChange={(event) => change(event.target.value)}
    />
  );
}
