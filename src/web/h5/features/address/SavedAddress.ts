import type { Address } from "#contract/address/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";

/** Address of the customer's book; `line` is its display line: the place with the house number. */
export interface SavedAddress extends Address {
  line: string;
}

/**
 * Parses any response of the list endpoint: an array, or an array under `data`; null when there is no list.
 */
export function parseAddresses(response: unknown): SavedAddress[] | null {
  const list = isRecord(response) ? response.data : response;
  if (!Array.isArray(list)) return null;
  return list.map(parseAddress).filter((address) => address !== null);
}

/** Parses one address under any of its field names; null without an id. */
export function parseAddress(raw: unknown): SavedAddress | null {
  if (!isRecord(raw)) return null;
  const id = toText(raw.id);
  if (id === "") return null;
  const recipient = firstText(raw, "recipient", "name", "contact");
  const region = [raw.province, raw.city, raw.district].map(toText).join("");
  const detail = firstText(raw, "detail_address", "detail", "details", "poi_name");
  const houseNumber = toText(raw.house_number);
  return {
    ...parsePoiFields(raw),
    id,
    recipient,
    name: firstText(raw, "name", "recipient", "contact"),
    phone: firstText(raw, "phone", "tel"),
    address: toText(raw.address) || region + detail,
    detail_address: detail,
    house_number: houseNumber,
    is_default: raw.is_default === true || toText(raw.is_default) === "1",
    line: [toText(raw.poi_name) || detail || toText(raw.address), houseNumber].filter(Boolean).join(" "),
  };
}

type PoiFields = Pick<Address, Extract<keyof Address, `poi_${string}`>>;

function parsePoiFields(raw: Record<string, unknown>): PoiFields {
  return {
    poi_id: toText(raw.poi_id),
    poi_name: toText(raw.poi_name),
    poi_address: toText(raw.poi_address),
    poi_location: toText(raw.poi_location),
    poi_adcode: toText(raw.poi_adcode),
    poi_citycode: toText(raw.poi_citycode),
    poi_cityname: toText(raw.poi_cityname) || toText(raw.city),
    poi_adname: toText(raw.poi_adname) || toText(raw.district),
    poi_pname: toText(raw.poi_pname) || toText(raw.province),
    poi_type: toText(raw.poi_type),
    poi_typecode: toText(raw.poi_typecode),
  };
}

function firstText(raw: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const text = toText(raw[name]);
    if (text !== "") return text;
  }
  return "";
}
