import Type, { type Static } from "typebox";
import { addressDetailMax } from "../constants.ts";
import {
  Empty,
  type EndpointSchema,
  Id,
  nullable,
  PhoneInput,
  strictObject,
  text,
} from "../schema-helpers.ts";

/** Point of interest of the map service; `location` is "longitude,latitude" in GCJ-02. */
export const Poi = strictObject({
  id: text(64),
  name: text(100, 1),
  address: text(200),
  location: Type.String({ pattern: "^-?\\d{1,3}(\\.\\d+)?,-?\\d{1,2}(\\.\\d+)?$", maxLength: 64 }),
  adcode: text(12),
  citycode: text(12),
  cityname: text(50),
  adname: text(50),
  pname: Type.Optional(text(50)),
  type: text(100),
  typecode: text(40),
});
export type Poi = Static<typeof Poi>;

/** Request as the web app sends it; `AddressInput` also accepts the variants that other clients send. */
export interface AddressRequest {
  recipient: string;
  phone: string;
  /** Province, city and district, separated by spaces. */
  location: string;
  details: string;
  house_number: string;
  poi_info: Poi;
  is_default: boolean;
}

/** Text that a POI may lack; map services encode an empty value as an empty list. */
const optionalPoiText = (max: number) =>
  Type.Optional(Type.Union([text(max), Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })]));

/**
 * POI as it is saved: name and location are required, other fields that a search may leave out are optional.
 */
export const PoiInput = strictObject({
  id: optionalPoiText(64),
  name: Poi.properties.name,
  address: optionalPoiText(200),
  location: Poi.properties.location,
  adcode: optionalPoiText(12),
  citycode: optionalPoiText(12),
  cityname: optionalPoiText(50),
  adname: optionalPoiText(50),
  pname: optionalPoiText(50),
  type: optionalPoiText(100),
  typecode: Type.Optional(
    Type.Union([text(40), Type.Number(), Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })]),
  ),
});
export type PoiInput = Static<typeof PoiInput>;

/** `location` and `details` default to the values of the POI; 1 and 0 mean true and false. */
const addressFields = {
  recipient: text(20, 1),
  phone: PhoneInput,
  location: Type.Optional(nullable(text(100))),
  details: Type.Optional(nullable(text(addressDetailMax))),
  house_number: Type.Optional(nullable(text(50))),
  poi_info: PoiInput,
  is_default: Type.Optional(Type.Union([Type.Boolean(), Type.Literal(0), Type.Literal(1), Type.Null()])),
};
export const AddressInput = strictObject(addressFields);
export type AddressInput = Static<typeof AddressInput>;

export const Address = Type.Object({
  id: Type.String(),
  name: Type.String(),
  recipient: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  detail_address: Type.String(),
  house_number: Type.String(),
  is_default: Type.Boolean(),
  poi_id: Type.String(),
  poi_name: Type.String(),
  poi_address: Type.String(),
  poi_location: Type.String(),
  poi_adcode: Type.String(),
  poi_citycode: Type.String(),
  poi_cityname: Type.String(),
  poi_adname: Type.String(),
  poi_pname: Type.String(),
  poi_type: Type.String(),
  poi_typecode: Type.String(),
});
export type Address = Static<typeof Address>;

export const addressSchemas = {
  list: { data: Type.Array(Address) },
  add: { body: AddressInput, data: Address, errors: ["address_limit"] },
  update: { body: strictObject({ id: Id, ...addressFields }), data: Address, errors: ["not_found"] },
  remove: { query: strictObject({ id: Id }), data: Empty, errors: ["not_found"] },
  setDefault: { body: strictObject({ id: Id }), data: Address, errors: ["not_found"] },
  searchLocation: {
    body: strictObject({ city: text(50, 1), keyword: text(50, 1) }),
    data: Type.Object({ pois: Type.Array(Poi) }),
    errors: ["rate_limited", "search_failed"],
  },
} as const satisfies Record<string, EndpointSchema>;
