import type { Endpoint } from "#contract/endpoint.ts";
import { figuresEndpoints as endpoints } from "#contract/staff/figures/endpoints.ts";
import type { ScaleRequest } from "./scaleRequests.ts";

const dayMs = 86_400_000;
const offsetMs = 8 * 3_600_000;

/** Returns the day in Shanghai that was so many days ago. */
const day = (ago: number) => new Date(Date.now() + offsetMs - ago * dayMs).toISOString().slice(0, 10);
const today = { from: day(0), to: day(0) };
const month = { from: day(29), to: day(0) };
const year = { from: day(365), to: day(0) };
const tenYears = { from: day(3_650), to: day(0) };

const hours = ["hourly_figures_restaurant_id_date_type_hour_pk"];
const dishes = ["dish_figures_restaurant_id_span_start_dish_id_pk"];
/** A list of restaurants over a year reads each of their months: all rows, from end to end. */
const restaurants = ["restaurants_pkey"];

function toFigureRequest(endpoint: Endpoint<never>) {
  return (name: string, query: Record<string, string>, indexes: string[]): ScaleRequest => ({
    name: `figures: ${name}`,
    path: endpoint.path,
    query,
    indexes,
    who: "staff",
  });
}

const overview = toFigureRequest(endpoints.overview as Endpoint<never>);
const series = toFigureRequest(endpoints.series as Endpoint<never>);
const byRestaurant = toFigureRequest(endpoints.restaurants as Endpoint<never>);
const byDish = toFigureRequest(endpoints.dishes as Endpoint<never>);
const close = toFigureRequest(endpoints.dailyClose as Endpoint<never>);

/** Requests for the figures of the chain. */
export const figureRequests: ScaleRequest[] = [
  // Either index of the hours serves one day as well.
  overview("sums of today", today, []),
  overview("sums of a year", year, hours),
  overview("sums of ten years", tenYears, hours),
  overview("sums of a year, of a store", { ...year, restaurant_id: "B000007" }, hours),
  series("a year by day", year, hours),
  series("ten years by month", tenYears, hours),
  series("ten years by hour", { ...tenYears, by: "hour" }, hours),
  byRestaurant("stores of today", today, ["restaurant_figures_start_idx", ...restaurants]),
  byRestaurant("stores of a month", month, restaurants),
  byRestaurant("stores of a year", year, restaurants),
  byRestaurant("stores of ten years, page 100", { ...tenYears, page: "100" }, restaurants),
  byRestaurant("stores of a year, searched", { ...year, keyword: "大学" }, restaurants),
  byDish("dishes of a month", month, dishes),
  byDish("dishes of ten years", tenYears, dishes),
  toFigureRequest(endpoints.cancellations as Endpoint<never>)("reasons of ten years", tenYears, [
    "cancellation_figures_restaurant_id_date_reason_pk",
  ]),
  // A row a day: a few pages, which may as well be read as a whole.
  toFigureRequest(endpoints.chain as Endpoint<never>)("cards and points of ten years", tenYears, []),
  close("close of yesterday", { date: day(1) }, ["hourly_figures_date_idx"]),
  close("close of yesterday, page 20", { date: day(1), page: "20" }, ["hourly_figures_date_idx"]),
];
