import type { InvoiceState } from "#contract/staff/invoice/limits.ts";
import { invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import type { InvoiceFilter } from "./invoice-list.repository.ts";

const dayMs = 86_400_000;

/** Filters as staff send them; days of the request, "YYYY-MM-DD". */
export interface InvoiceQuery {
  state?: InvoiceState;
  from?: string;
  until?: string;
  restaurant_id?: string;
  keyword?: string;
}

/** Reads the filters of a list. Throws "validation" for days that do not exist, "rule_broken" for ones in the wrong order. */
export function parseInvoiceFilter(query: InvoiceQuery): InvoiceFilter {
  const keyword = query.keyword?.trim();
  const [first, last] = [parseDay(query.from, "from"), parseDay(query.until, "until")];
  if (first && last && first > last) throw ruleBroken("结束日期不能早于开始日期", "until");
  return {
    state: query.state,
    from: first,
    until: last && addMs(last, dayMs),
    restaurantId: query.restaurant_id,
    keyword: keyword === "" ? undefined : keyword,
  };
}

function parseDay(day: string | undefined, field: string): Date | undefined {
  if (day === undefined) return undefined;
  const at = parseLocalTime(`${day} 00:00`);
  if (at === null) throw invalid("日期不存在，请重新选择", field);
  return at;
}
