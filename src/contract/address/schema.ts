import Type, { type Static } from "typebox";
import { addressDetailMax } from "../constants.ts";
import { Id, Nothing, PhoneText, type Shape, strict, text } from "../shape.ts";

/** A place of the map service; `location` is "longitude,latitude" in GCJ-02. */
export const Poi = strict({
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

const saveFields = {
  recipient: text(20, 1),
  phone: PhoneText,
  location: text(100),
  details: text(addressDetailMax, 1),
  house_number: text(50),
  poi_info: Poi,
  is_default: Type.Boolean(),
};
export const AddressForm = strict(saveFields);
export type AddressForm = Static<typeof AddressForm>;

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
  add: { body: AddressForm, data: Address, errors: ["address_limit"] },
  update: { body: strict({ id: Id, ...saveFields }), data: Address, errors: ["not_found"] },
  remove: { query: strict({ id: Id }), data: Nothing, errors: ["not_found"] },
  setDefault: { body: strict({ id: Id }), data: Address, errors: ["not_found"] },
  searchLocation: {
    body: strict({ city: text(50, 1), keyword: text(50, 1) }),
    data: Type.Object({ pois: Type.Array(Poi) }),
    errors: ["search_failed"],
  },
} as const satisfies Record<string, Shape>;
