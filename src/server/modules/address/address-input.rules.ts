import { areaList } from "@vant/area-data";
import type { AddressInput, PoiInput } from "#contract/address/schema.ts";
import { addressDetailMax } from "#contract/constants.ts";
import { completeRegionNames, formatRegion } from "#contract/region.ts";
import { invalid } from "../../platform/http/AppError.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";

type LooseText = PoiInput["typecode"];

/** Converts a text that may come as a number, or be missing, to a string. */
function toText(value: LooseText): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * Parses the position of a place.
 * @throws AppError "validation" (400) for a position outside the map.
 */
function parsePosition(location: string): { lat: number; lng: number } {
  const [lng = Number.NaN, lat = Number.NaN] = location.split(",").map(Number);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw invalid("请选择详细地址", "poi_info.location");
  return { lat, lng };
}

/** Completes a place; missing division names are derived from its national (GB) code. */
function toPoi(poi: PoiInput) {
  return completeRegionNames(areaList, {
    id: toText(poi.id),
    name: poi.name,
    address: toText(poi.address),
    location: poi.location,
    adcode: toText(poi.adcode),
    citycode: toText(poi.citycode),
    cityname: toText(poi.cityname),
    adname: toText(poi.adname),
    pname: toText(poi.pname),
    type: toText(poi.type),
    typecode: toText(poi.typecode) || "0",
  });
}

function parseRecipient(text: string): string {
  const recipient = text.trim();
  // A name of invisible characters alone (Unicode category C) is not accepted.
  if (recipient.replace(/\p{C}/gu, "").trim() === "") throw invalid("请输入收货人姓名", "recipient");
  return recipient;
}

/** Returns the details, or the place's name where the input has none. Throws a 400 for blank details. */
function parseDetails({ details, poi_info }: AddressInput): string {
  const text = (details ?? [...poi_info.name].slice(0, addressDetailMax).join("")).trim();
  if (text === "") throw invalid("请选择详细地址", "details");
  return text;
}

/**
 * Normalizes the input to the address columns; `isDefault` is missing when the input does not set it.
 * @throws AppError "validation" for a blank name or place, a bad phone number, or a place outside the map.
 */
export function toColumns(input: AddressInput) {
  const position = parsePosition(input.poi_info.location);
  const poi = toPoi(input.poi_info);
  const defaultFlag = input.is_default ?? undefined;
  return {
    recipient: parseRecipient(input.recipient),
    phone: requirePhone(input.phone),
    location: (input.location ?? "").trim() || formatRegion(poi),
    details: parseDetails(input),
    houseNumber: (input.house_number ?? "").trim(),
    ...position,
    ...(defaultFlag !== undefined && { isDefault: defaultFlag === true || defaultFlag === 1 }),
    poiId: poi.id,
    poiName: poi.name,
    poiAddress: poi.address,
    poiLocation: poi.location,
    poiAdcode: poi.adcode,
    poiCitycode: poi.citycode,
    poiCityname: poi.cityname,
    poiAdname: poi.adname,
    poiPname: poi.pname,
    poiType: poi.type,
    poiTypecode: poi.typecode,
  };
}
