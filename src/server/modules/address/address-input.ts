import { areaList } from "@vant/area-data";
import type { AddressInput, PoiInput } from "#contract/address/schema.ts";
import { addressDetailMax } from "#contract/constants.ts";
import { regionText, withRegionNames } from "#contract/region.ts";
import { invalid } from "../../platform/AppError.ts";
import { requirePhone } from "../user/user.service.ts";

type Lacking = PoiInput["typecode"];

/** The one spelling of a text that may come as a number, or not at all. */
function plain(value: Lacking): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The position of a place. Throws a 400 for one outside the map. */
function pointOf(location: string): { lat: number; lng: number } {
  const [lng = Number.NaN, lat = Number.NaN] = location.split(",").map(Number);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw invalid("请选择详细地址", "poi_info.location");
  return { lat, lng };
}

/** A place with every field, the names of its divisions from its national code where the map service left them out. */
function placeOf(poi: PoiInput) {
  return withRegionNames(areaList, {
    id: plain(poi.id),
    name: poi.name,
    address: plain(poi.address),
    location: poi.location,
    adcode: plain(poi.adcode),
    citycode: plain(poi.citycode),
    cityname: plain(poi.cityname),
    adname: plain(poi.adname),
    pname: plain(poi.pname),
    type: plain(poi.type),
    typecode: plain(poi.typecode) || "0",
  });
}

function recipientOf(text: string): string {
  const recipient = text.trim();
  // Invisible characters alone are no name (Unicode category C).
  if (recipient.replace(/\p{C}/gu, "").trim() === "") throw invalid("请输入收货人姓名", "recipient");
  return recipient;
}

/** The place's name where the input has no details of its own. Throws a 400 for blank ones. */
function detailsOf({ details, poi_info }: AddressInput): string {
  const text = (details ?? [...poi_info.name].slice(0, addressDetailMax).join("")).trim();
  if (text === "") throw invalid("请选择详细地址", "details");
  return text;
}

/**
 * The part of a row that the input decides, in one spelling. `isDefault` is missing when nothing was said about it.
 * @throws AppError "validation" for a blank name or place, a bad phone number, or a place outside the map.
 */
export function toColumns(input: AddressInput) {
  const point = pointOf(input.poi_info.location);
  const place = placeOf(input.poi_info);
  const mark = input.is_default ?? undefined;
  return {
    recipient: recipientOf(input.recipient),
    phone: requirePhone(input.phone),
    location: (input.location ?? "").trim() || regionText(place),
    details: detailsOf(input),
    houseNumber: (input.house_number ?? "").trim(),
    ...point,
    ...(mark !== undefined && { isDefault: mark === true || mark === 1 }),
    poiId: place.id,
    poiName: place.name,
    poiAddress: place.address,
    poiLocation: place.location,
    poiAdcode: place.adcode,
    poiCitycode: place.citycode,
    poiCityname: place.cityname,
    poiAdname: place.adname,
    poiPname: place.pname,
    poiType: place.type,
    poiTypecode: place.typecode,
  };
}
