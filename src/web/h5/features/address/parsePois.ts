import type { Poi } from "#contract/address/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";

/**
 * Parses the places of a search response (`data.pois`); drops places without name or position; null without a
 * list.
 */
export function parsePois(response: unknown): Poi[] | null {
  const data = isRecord(response) ? response.data : undefined;
  const list = isRecord(data) ? data.pois : undefined;
  if (!Array.isArray(list)) return null;
  return list.map(parsePoi).filter((poi) => poi !== null);
}

function parsePoi(raw: unknown): Poi | null {
  if (!isRecord(raw)) return null;
  const name = toText(raw.name);
  const location = toText(raw.location);
  if (name === "" || !/^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?$/.test(location)) return null;
  return {
    id: toText(raw.id),
    name,
    address: toText(raw.address),
    location,
    adcode: toText(raw.adcode),
    citycode: toText(raw.citycode),
    cityname: toText(raw.cityname),
    adname: toText(raw.adname),
    pname: toText(raw.pname),
    type: toText(raw.type),
    typecode: toText(raw.typecode),
  };
}
