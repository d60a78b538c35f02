import type { Poi } from "#contract/address/schema.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";

/** Reads the places of a search answer (`data.pois`); places without a name or a position are dropped, null: no list. */
export function normalizePois(reply: unknown): Poi[] | null {
  const data = isRecord(reply) ? reply.data : undefined;
  const list = isRecord(data) ? data.pois : undefined;
  if (!Array.isArray(list)) return null;
  return list.map(poiOf).filter((poi) => poi !== null);
}

function poiOf(raw: unknown): Poi | null {
  if (!isRecord(raw)) return null;
  const name = textOf(raw.name);
  const location = textOf(raw.location);
  if (name === "" || !/^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?$/.test(location)) return null;
  return {
    id: textOf(raw.id),
    name,
    address: textOf(raw.address),
    location,
    adcode: textOf(raw.adcode),
    citycode: textOf(raw.citycode),
    cityname: textOf(raw.cityname),
    adname: textOf(raw.adname),
    pname: textOf(raw.pname),
    type: textOf(raw.type),
    typecode: textOf(raw.typecode),
  };
}
