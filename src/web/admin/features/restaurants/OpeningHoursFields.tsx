import { Button, Flex, Form, Input, Typography } from "antd";
import type { ReactNode } from "react";
import { specialDaysMax } from "#contract/constants.ts";
import type { SpecialDay, WeekHours } from "#contract/restaurant/opening-hours.schema.ts";
import { weekdayNames } from "#contract/restaurant/opening-hours.ts";
import { OpeningSpansField } from "../../ui/OpeningSpansField.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { restaurantFieldLabels as labels, restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.hours;

interface HoursFieldProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  problem?: string | undefined;
}

/** Times of opening of each weekday. */
export function WeekHoursField({ value, onChange, problem }: HoursFieldProps<WeekHours>) {
  const [monday = []] = value;
  return (
    <HoursFormItem label={labels.week_hours} extra={uiMessages.openingSpans.hint} problem={problem}>
      {value.map((spans, day) => (
        <Flex key={weekdayNames[day]} gap="small" align="center" style={{ minHeight: 36 }}>
          <Typography.Text style={{ width: 40 }}>{weekdayNames[day]}</Typography.Text>
          <OpeningSpansField
            day={weekdayNames[day] ?? ""}
            spans={spans}
            onChange={(next) => onChange(value.map((before, n) => (n === day ? next : before)))}
          />
        </Flex>
      ))}
      <Button size="small" onClick={() => onChange(value.map(() => monday))}>
        {messages.sameAll}
      </Button>
    </HoursFormItem>
  );
}

/** Dates with other times of opening than their weekday. */
export function SpecialDaysField({ value, onChange, problem }: HoursFieldProps<SpecialDay[]>) {
  const set = (index: number, change: Partial<SpecialDay>) =>
    onChange(value.map((day, n) => (n === index ? { ...day, ...change } : day)));
  return (
    <HoursFormItem label={labels.special_days} extra={messages.specialHint} problem={problem}>
      {value.map(({ date, spans }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date is typed, and may be none yet
        <Flex key={index} gap="small" align="center" style={{ minHeight: 36 }}>
          <Input
            type="date"
            aria-label={messages.dateOf(index + 1)}
            value={date}
            onChange={({ target }) => set(index, { date: target.value })}
            style={{ width: 150 }}
          />
          <OpeningSpansField
            day={date || messages.dateOf(index + 1)}
            spans={spans}
            onChange={(next) => set(index, { spans: next })}
          />
          <RowButton
            text={messages.removeDate}
            name={messages.removeDateOf(index + 1)}
            onPress={() => onChange(value.filter((_, n) => n !== index))}
          />
        </Flex>
      ))}
      {value.length < specialDaysMax && (
        <Button size="small" onClick={() => onChange([...value, { date: "", spans: [] }])}>
          {messages.addDate}
        </Button>
      )}
    </HoursFormItem>
  );
}

interface HoursFormItemProps {
  label: string;
  extra: string;
  problem: string | undefined;
  children: ReactNode;
}

function HoursFormItem({ label, extra, problem, children }: HoursFormItemProps) {
  return (
    <Form.Item
      label={label}
      layout="vertical"
      extra={extra}
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as antd's label */}
      <div role="group" aria-label={label}>
        {children}
      </div>
    </Form.Item>
  );
}
