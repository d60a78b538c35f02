import { theme } from "antd";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { FigurePoint } from "#contract/staff/figures/schema.ts";
import { formatAmount } from "./figureFormat.ts";
import { figuresMessages as messages } from "./figuresMessages.ts";

export type Measure = keyof typeof messages.measures;

interface FigureChartProps {
  kind: "time" | "hour";
  measure: Measure;
  points: readonly FigurePoint[];
}

const axis = { stroke: "#6b635a", fontSize: 12, tickLine: false } as const;

/** A measure over time as a line, or by hour of the day as bars. The tables below hold the same numbers. */
export function FigureChart({ kind, measure, points }: FigureChartProps) {
  const color = theme.useToken().token.colorPrimary;
  const name = messages.measures[measure];
  const title = messages.chart[kind](name);
  const isMoney = measure !== "orders";
  const data = points.map((point) => ({
    at: point.at,
    value: isMoney ? point[measure] / 100 : point[measure],
  }));
  const format = (value: unknown) =>
    isMoney ? formatAmount(Math.round(Number(value) * 100)) : String(value);
  const shared = (
    <>
      <CartesianGrid vertical={false} stroke="#efe7dc" />
      <XAxis dataKey="at" {...axis} minTickGap={24} />
      <YAxis {...axis} width={72} allowDecimals={isMoney} />
      <Tooltip isAnimationActive={false} formatter={(value) => [format(value), name]} />
    </>
  );
  const options = { data, margin: { top: 8, right: 16 }, accessibilityLayer: false } as const;
  return (
    <figure role="img" aria-label={messages.chart.described(title)} style={{ margin: 0 }}>
      <ResponsiveContainer width="100%" height={260}>
        {kind === "time" ? (
          <LineChart {...options}>
            {shared}
            <Line
              dataKey="value"
              stroke={color}
              strokeWidth={2}
              dot={data.length < 40}
              isAnimationActive={false}
            />
          </LineChart>
        ) : (
          <BarChart {...options}>
            {shared}
            <Bar dataKey="value" fill={color} isAnimationActive={false} />
          </BarChart>
        )}
      </ResponsiveContainer>
    </figure>
  );
}
