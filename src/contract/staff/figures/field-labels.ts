import type { FieldLabel } from "../../field-labels.ts";

const rangeEndpoints = ["overview", "series", "restaurants", "dishes", "cancellations", "chain"];

/** Labels of the fields that figures are filtered by, by endpoint. */
export const figureFieldLabels: Readonly<Record<string, FieldLabel>> = Object.fromEntries(
  rangeEndpoints.flatMap((name): [string, FieldLabel][] => [
    [`restaurant/admin/figures/${name}:from`, ["选择", "开始日期"]],
    [`restaurant/admin/figures/${name}:to`, ["选择", "结束日期"]],
    [`restaurant/admin/figures/${name}:by`, ["选择", "统计方式"]],
  ]),
);
