import { Flex, Input, Typography } from "antd";
import { openingSpansMax } from "#contract/constants.ts";
import type { OpeningSpan, OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { RowButton } from "./RowButton.tsx";
import { uiMessages } from "./uiMessages.ts";

const messages = uiMessages.openingSpans;
const newSpan: OpeningSpan = ["10:00", "21:00"];

interface OpeningSpansFieldProps {
  /** Whose times they are, such as 周一; part of the names of the inputs. */
  day: string;
  spans: OpeningSpans;
  onChange: (spans: OpeningSpans) => void;
}

/** Inputs for the times of opening of a day. The end of the day is typed as 00:00, since browsers know no 24:00. */
export function OpeningSpansField({ day, spans, onChange }: OpeningSpansFieldProps) {
  const set = (index: number, changed: OpeningSpan) =>
    onChange(spans.map((span, n) => (n === index ? changed : span)));
  return (
    <Flex gap="small" align="center" wrap>
      {spans.length === 0 && <Typography.Text type="secondary">{messages.closed}</Typography.Text>}
      {spans.map(([from, until], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: times have no identity but their position
        <Flex key={index} gap={4} align="center">
          <Input
            type="time"
            aria-label={messages.from(day, index + 1)}
            value={from}
            onChange={({ target }) => set(index, [target.value, until])}
            style={timeWidth}
          />
          {messages.to}
          <Input
            type="time"
            aria-label={messages.until(day, index + 1)}
            value={until === "24:00" ? "00:00" : until}
            onChange={({ target }) => set(index, [from, target.value === "00:00" ? "24:00" : target.value])}
            style={timeWidth}
          />
          <RowButton
            text={messages.remove}
            name={messages.removeOf(day, index + 1)}
            onPress={() => onChange(spans.filter((_, n) => n !== index))}
          />
        </Flex>
      ))}
      {spans.length < openingSpansMax && (
        <RowButton
          text={messages.add}
          name={messages.addOf(day)}
          onPress={() => onChange([...spans, newSpan])}
        />
      )}
    </Flex>
  );
}

const timeWidth = { width: 108 };
