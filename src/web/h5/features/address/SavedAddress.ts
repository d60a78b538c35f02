import type { Address } from "#contract/address/schema.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";

/** An address of the customer's book; `line` is what one recognises it by: the place with the house number. */
export interface SavedAddress extends Address {
  line: string;
}

/** Reads any answer to the list call: an array, or one under `data`; null when there is no list. */
export function normalizeAddresses(reply: unknown): SavedAddress[] | null {
  const list = isRecord(reply) ? reply.data : reply;
  if (!Array.isArray(list)) return null;
  return list.map(parseAddress).filter((address) => address !== null);
}

/** Reads one address under any of the names it travels by; null without an id. */
export function parseAddress(raw: unknown): SavedAddress | null {
  if (!isRecord(raw)) return null;
  const id = textOf(raw.id);
  if (id === "") return null;
  const recipient = firstOf(raw, "recipient", "name", "contact");
  const region = [raw.province, raw.city, raw.district].map(textOf).join("");
  const detail = firstOf(raw, "detail_address", "detail", "details", "poi_name");
  const house = textOf(raw.house_number);
  return {
    ...poiOf(raw),
    id,
    recipient,
    name: firstOf(raw, "name", "recipient", "contact"),
    phone: firstOf(raw, "phone", "tel"),
    address: textOf(raw.address) || region + detail,
    detail_address: detail,
    house_number: house,
    is_default: raw.is_default === true || textOf(raw.is_default) === "1",
    line: [textOf(raw.poi_name) || detail || textOf(raw.address), house].filter(Boolean).join(" "),
  };
}

type PoiFields = Pick<Address, Extract<keyof Address, `poi_${string}`>>;

function poiOf(raw: Record<string, unknown>): PoiFields {
  return {
    poi_id: textOf(raw.poi_id),
    poi_name: textOf(raw.poi_name),
    poi_address: textOf(raw.poi_address),
    poi_location: textOf(raw.poi_location),
    poi_adcode: textOf(raw.poi_adcode),
    poi_citycode: textOf(raw.poi_citycode),
    poi_cityname: textOf(raw.poi_cityname) || textOf(raw.city),
    poi_adname: textOf(raw.poi_adname) || textOf(raw.district),
    poi_pname: textOf(raw.poi_pname) || textOf(raw.province),
    poi_type: textOf(raw.poi_type),
    poi_typecode: textOf(raw.poi_typecode),
  };
}

function firstOf(raw: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const text = textOf(raw[name]);
    if (text !== "") return text;
  }
  return "";
}
