import type { AddressRequest, Poi } from "#contract/address/schema.ts";
import { addressDetailMax } from "#contract/constants.ts";
import { parsePhone } from "#contract/phone.ts";
import { formatRegion } from "#contract/region.ts";
import { addressMessages } from "./messages.ts";
import type { SavedAddress } from "./SavedAddress.ts";

/** Values of the address form. */
export interface AddressDraft {
  recipient: string;
  phone: string;
  place: Poi | null;
  houseNumber: string;
  isDefault: boolean;
}

export type AddressDraftErrors = Partial<Record<"recipient" | "phone" | "place", string>>;

/** Creates an empty form; the first address of a book is proposed as the default. */
export function createAddressDraft(isFirst: boolean): AddressDraft {
  return { recipient: "", phone: "", place: null, houseNumber: "", isDefault: isFirst };
}

/** Creates the form of an existing address; without a place when the address does not fully name it. */
export function toAddressDraft(address: SavedAddress): AddressDraft {
  return {
    recipient: address.recipient,
    phone: address.phone,
    place: toPoi(address),
    houseNumber: address.house_number,
    isDefault: address.is_default,
  };
}

/** Returns missing or invalid values by field; empty when the form can be saved. */
export function validateAddressDraft(draft: AddressDraft): AddressDraftErrors {
  const messages = addressMessages;
  const errors: AddressDraftErrors = {};
  if (draft.recipient.trim() === "") errors.recipient = messages.recipientRequired;
  if (draft.phone.trim() === "") errors.phone = messages.phoneRequired;
  else if (parsePhone(draft.phone) === null) errors.phone = messages.phoneInvalid;
  if (draft.place === null) errors.place = messages.detailRequired;
  return errors;
}

/** Builds the save payload of a valid form. */
export function toAddressRequest(draft: AddressDraft & { place: Poi }): AddressRequest {
  const { place } = draft;
  return {
    recipient: draft.recipient.trim(),
    phone: parsePhone(draft.phone) ?? draft.phone.trim(),
    location: formatRegion(place),
    details: [...place.name].slice(0, addressDetailMax).join(""),
    house_number: draft.houseNumber.trim(),
    poi_info: { ...place, typecode: place.typecode || "0" },
    is_default: draft.isDefault,
  };
}

function toPoi(address: SavedAddress): Poi | null {
  if (address.poi_location === "" || address.poi_name === "") return null;
  return {
    id: address.poi_id,
    name: address.poi_name,
    address: address.poi_address,
    location: address.poi_location,
    adcode: address.poi_adcode,
    citycode: address.poi_citycode,
    cityname: address.poi_cityname,
    adname: address.poi_adname,
    pname: address.poi_pname,
    type: address.poi_type,
    typecode: address.poi_typecode,
  };
}
