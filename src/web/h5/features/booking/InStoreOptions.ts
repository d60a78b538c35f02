import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";
import { isBookingTime } from "./bookingTime.ts";

/** To take away, or to eat there. */
export type InStoreType = "pickup" | "dine_in";

/** How somebody wants to order in a store. */
export interface InStoreOptions {
  readonly restaurantId: string;
  readonly orderType: InStoreType;
  /** As typed or as on the table's link; empty without one. */
  readonly tableNo: string;
  /** "YYYY-MM-DD HH:mm" in Shanghai; null is as soon as possible. */
  readonly time: string | null;
  /** The number to be called, as typed; null or empty is the account's own. */
  readonly phone: string | null;
  /** The link that led here last, so that it is obeyed once and not at each return. */
  readonly link: string;
}

export const emptyInStoreOptions: InStoreOptions = {
  restaurantId: "",
  orderType: "pickup",
  tableNo: "",
  time: null,
  phone: null,
  link: "",
};

/** What a link to a store's menu says. */
export interface MenuLink {
  readonly restaurantId: string;
  readonly type: InStoreType | null;
  readonly table: string | null;
}

export const tableNoMaxLength = 16;

/** Whether a text can be what stands on a table: 1 to 16 letters, digits, and what joins them. */
export function isTableNo(text: string): boolean {
  return (
    Array.from(text).length <= tableNoMaxLength &&
    /^[\p{L}\p{N}]([\p{L}\p{N} _#-]*[\p{L}\p{N}])?$/u.test(text)
  );
}

/** Reads the query of `/menu?restaurant_id=…&type=…&table=…`; an id that cannot be one counts as missing. */
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

/** How a link wants to order: at its table, else as it says; null when it leaves that open. */
export function resolveOrderType({ type, table }: MenuLink): InStoreType | null {
  return table !== null && isTableNo(table) ? "dine_in" : type;
}

/** Reads a kept plan; what does not fit becomes its default. */
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
  };
}

function isInStoreType(value: unknown): value is InStoreType {
  return value === "pickup" || value === "dine_in";
}
