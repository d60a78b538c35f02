import type { Address } from "#contract/address/schema.ts";
import type { AddressRow } from "./address.repository.ts";

/** Converts an address to the form shown to its owner. */
export function presentAddress(row: AddressRow): Address {
  return {
    id: row.id,
    name: row.recipient,
    recipient: row.recipient,
    phone: row.phone,
    address: row.location,
    detail_address: row.details,
    house_number: row.houseNumber,
    is_default: row.isDefault,
    poi_id: row.poiId,
    poi_name: row.poiName,
    poi_address: row.poiAddress,
    poi_location: row.poiLocation,
    poi_adcode: row.poiAdcode,
    poi_citycode: row.poiCitycode,
    poi_cityname: row.poiCityname,
    poi_adname: row.poiAdname,
    poi_pname: row.poiPname,
    poi_type: row.poiType,
    poi_typecode: row.poiTypecode,
  };
}
