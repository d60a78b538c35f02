import { isRecord } from "#web/lib/api/parseResponse.ts";
import { type InStoreType, isInStoreType, toText } from "../../app/parse.ts";
import { isBookingTime } from "./bookingTime.ts";

/** Options of an in-store order. */
export interface InStoreOptions {
  readonly restaurantId: string;
  readonly orderType: InStoreType;
  /** As typed or as in the table's link; empty without a table. */
  readonly tableNo: string;
  /** "YYYY-MM-DD HH:mm" in Shanghai; null is as soon as possible. */
  readonly time: string | null;
  /** Contact number as typed; null or empty means the account's own. */
  readonly phone: string | null;
  /** Last link that led here, so that it is applied once and not at each return. */
  readonly link: string;
  /** Voucher that the options were chosen for; empty for the menu. */
  readonly voucherId: string;
}

export const emptyInStoreOptions: InStoreOptions = {
  restaurantId: "",
  orderType: "pickup",
  tableNo: "",
  time: null,
  phone: null,
  link: "",
  voucherId: "",
};

/** Parameters of a link to a restaurant's menu. */
export interface MenuLink {
  readonly restaurantId: string;
  readonly type: InStoreType | null;
  readonly table: string | null;
}

export const tableNoMaxLength = 16;

/** Returns whether a text is a valid table number: 1 to 16 letters, digits and joining characters. */
export function isTableNo(text: string): boolean {
  return (
    Array.from(text).length <= tableNoMaxLength &&
    /^[\p{L}\p{N}]([\p{L}\p{N} _#-]*[\p{L}\p{N}])?$/u.test(text)
  );
}

/** Parses the query of `/menu?restaurant_id=…&type=…&table=…`; an invalid id counts as missing. */
export function parseMenuLink(search: string): MenuLink {
  const query = new URLSearchParams(search);
  const id = query.get("restaurant_id") ?? "";
  const type = query.get("type");
  return {
    restaurantId: /^[\w-]{1,64}$/.test(id) ? id : "",
    type: isInStoreType(type) ? type : null,
    table: query.get("table")?.trim() ?? null,
  };
}

/** Returns the order type of a link: dine-in with a table, else its type; null when it has neither. */
export function resolveOrderType({ type, table }: MenuLink): InStoreType | null {
  return table !== null && isTableNo(table) ? "dine_in" : type;
}

/** Parses stored options; invalid values become their defaults. */
export function parseInStoreOptions(raw: unknown): InStoreOptions {
  if (!isRecord(raw)) return emptyInStoreOptions;
  const { orderType, tableNo, time, phone } = raw;
  return {
    restaurantId: toText(raw.restaurantId),
    orderType: isInStoreType(orderType) ? orderType : emptyInStoreOptions.orderType,
    tableNo: typeof tableNo === "string" ? tableNo.slice(0, tableNoMaxLength) : "",
    time: isBookingTime(time) ? time : null,
    phone: typeof phone === "string" ? phone.slice(0, 32) : null,
    link: toText(raw.link),
    voucherId: toText(raw.voucherId),
  };
}
