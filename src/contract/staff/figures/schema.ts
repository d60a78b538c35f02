import Type, { type Static } from "typebox";
import { orderTypes } from "../../order/status.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  nullable,
  pageQuery,
  pageWithoutTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";
import { ChainFigures, ChainPoint } from "./chain.schema.ts";
import { dishFigureSorts, restaurantFigureSorts } from "./limits.ts";

const DateText = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" });
/** First and last day, "YYYY-MM-DD" in Asia/Shanghai. */
const range = { from: DateText, to: DateText };
const ofRestaurant = { ...range, restaurant_id: Type.Optional(Id) };

/**
 * Sums of a range. A sale counts on the day it was paid, a refund on the day it succeeded, a cancellation on the day of
 * its own; waiting times count on the day of the sale.
 */
export const FigureSums = Type.Object({
  orders: Type.Integer(),
  /** What paid orders cost: money and points. */
  sales: Fen,
  wechat_orders: Type.Integer(),
  wechat: Fen,
  card_orders: Type.Integer(),
  card: Fen,
  voucher_orders: Type.Integer(),
  points_orders: Type.Integer(),
  points_used: Type.Integer(),
  points_earned: Type.Integer(),
  first_orders: Type.Integer(),
  accepted_orders: Type.Integer(),
  accept_seconds: Type.Integer(),
  ready_orders: Type.Integer(),
  ready_seconds: Type.Integer(),
  cancelled_unpaid: Type.Integer(),
  cancelled_paid: Type.Integer(),
  /** Paid orders with a voucher that were cancelled: the voucher can be used again. */
  voucher_returns: Type.Integer(),
  refunds: Type.Integer(),
  wechat_refund: Fen,
  card_refund: Fen,
  /** Returned outside the provider. */
  other_refund: Fen,
  points_returned: Type.Integer(),
  points_reversed: Type.Integer(),
  /** Money for orders that were closed already: no sales. */
  late: Fen,
  late_refund: Fen,
  late_other_refund: Fen,
});
export type FigureSums = Static<typeof FigureSums>;

/** One point of a chart. */
export const FigurePoint = Type.Object({
  /** "YYYY-MM-DD", "YYYY-MM" or the hour of the day. */
  at: Type.String(),
  orders: Type.Integer(),
  sales: Fen,
  /** Money received less money refunded. */
  net: Fen,
  refund: Fen,
  cancelled: Type.Integer(),
  first_orders: Type.Integer(),
});
export type FigurePoint = Static<typeof FigurePoint>;

export const RestaurantFigures = Type.Object({
  restaurant_id: Type.String(),
  name: Type.String(),
  orders: Type.Integer(),
  sales: Fen,
  net: Fen,
  refund: Fen,
  cancelled: Type.Integer(),
  first_orders: Type.Integer(),
});
export type RestaurantFigures = Static<typeof RestaurantFigures>;

export const DishFigures = Type.Object({
  dish_id: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  sales: Fen,
  refunded_quantity: Type.Integer(),
});
export type DishFigures = Static<typeof DishFigures>;

export const CancellationFigures = Type.Object({
  /** Empty for all reasons that are not among the most frequent. */
  reason: Type.String(),
  unpaid: Type.Integer(),
  paid: Type.Integer(),
});
export type CancellationFigures = Static<typeof CancellationFigures>;

export const DailyClose = Type.Object({
  restaurant_id: Type.String(),
  name: Type.String(),
  ...FigureSums.properties,
});
export type DailyClose = Static<typeof DailyClose>;

/**
 * Figures for admins, and for restaurant staff those of their own restaurants: "forbidden" for another one. Staff with
 * several restaurants name one ("validation"), but in the lists, which hold those of all. "validation" also for a range
 * that ends before it begins or is longer than ten years.
 */
export const figuresSchemas = {
  overview: {
    query: strictObject(ofRestaurant),
    data: Type.Object({
      sums: FigureSums,
      /** The same number of days before the range. */
      before: Type.Object({ from: Type.String(), to: Type.String(), sums: FigureSums }),
      services: Type.Array(Type.Object({ type: stringEnum([...orderTypes]), ...FigureSums.properties })),
      /** Everything until then is counted. */
      counted_until: Timestamp,
      /** Whether also the days from before the figures were introduced are counted. */
      is_past_counted: Type.Boolean(),
    }),
    errors: ["forbidden"],
  },
  /** By day up to a year, else by month; or by hour of the day. Days without orders are there. */
  series: {
    query: strictObject({ ...ofRestaurant, by: Type.Optional(stringEnum(["time", "hour"])) }),
    data: Type.Object({ unit: stringEnum(["day", "month", "hour"]), list: Type.Array(FigurePoint) }),
    errors: ["forbidden"],
  },
  /** Restaurants with something in the range. */
  restaurants: {
    query: strictObject({
      ...range,
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      sort: Type.Optional(stringEnum([...restaurantFigureSorts])),
    }),
    data: pageWithoutTotal(RestaurantFigures),
    errors: ["forbidden"],
  },
  dishes: {
    query: strictObject({
      ...ofRestaurant,
      ...pageQuery,
      sort: Type.Optional(stringEnum([...dishFigureSorts])),
    }),
    data: pageWithoutTotal(DishFigures),
    errors: ["forbidden"],
  },
  /** The most frequent reasons, and the rest together. */
  cancellations: {
    query: strictObject(ofRestaurant),
    data: Type.Object({ list: Type.Array(CancellationFigures) }),
    errors: ["forbidden"],
  },
  /** Restaurants with something on a day, by code, and for admins all of the chain together. */
  dailyClose: {
    query: strictObject({ ...pageQuery, date: DateText, keyword: Type.Optional(text(50)) }),
    data: Type.Object({
      ...pageWithoutTotal(DailyClose).properties,
      chain: nullable(FigureSums),
    }),
    errors: ["forbidden"],
  },
  /** Member cards, vouchers and points of the whole chain, for admins only; by day up to a year, else by month. */
  chain: {
    query: strictObject(range),
    data: Type.Object({
      sums: ChainFigures,
      before: Type.Object({ from: Type.String(), to: Type.String(), sums: ChainFigures }),
      unit: stringEnum(["day", "month"]),
      list: Type.Array(ChainPoint),
      counted_until: Timestamp,
    }),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, EndpointSchema>;
