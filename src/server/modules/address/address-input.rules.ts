import { areaList } from "@vant/area-data";
import type { AddressInput, PoiInput } from "#contract/address/schema.ts";
import { addressDetailMax } from "#contract/constants.ts";
import { completeRegionNames, formatRegion } from "#contract/region.ts";
import { invalid } from "../../platform/http/AppError.ts";
import { requirePhone } from "../user/user.service.ts";

type LooseText = PoiInput["typecode"];

/** The one spelling of a text that may come as a number, or not at all. */
function toText(value: LooseText): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The position of a place. Throws a 400 for one outside the map. */
function parsePosition(location: string): { lat: number; lng: number } {
  const [lng = Number.NaN, lat = Number.NaN] = location.split(",").map(Number);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw invalid("请选择详细地址", "poi_info.location");
  return { lat, lng };
}

/** A place with every field, the names of its divisions from its national code where the map service left them out. */
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
  // Invisible characters alone are no name (Unicode category C).
  if (recipient.replace(/\p{C}/gu, "").trim() === "") throw invalid("请输入收货人姓名", "recipient");
  return recipient;
}

/** The place's name where the input has no details of its own. Throws a 400 for blank ones. */
function parseDetails({ details, poi_info }: AddressInput): string {
  const text = (details ?? [...poi_info.name].slice(0, addressDetailMax).join("")).trim();
  if (text === "") throw invalid("请选择详细地址", "details");
  return text;
}

/**
 * The part of a row that the input decides, in one spelling. `isDefault` is missing when nothing was said about it.
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
