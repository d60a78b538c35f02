import type { AddressRequest, Poi } from "#contract/address/schema.ts";
import { addressDetailMax } from "#contract/constants.ts";
import { parsePhone } from "#contract/phone.ts";
import { formatRegion } from "#contract/region.ts";
import { appMessages } from "../../app/messages.ts";
import type { SavedAddress } from "./SavedAddress.ts";

/** What the address form holds while it is filled in. */
export interface AddressDraft {
  recipient: string;
  phone: string;
  place: Poi | null;
  houseNumber: string;
  isDefault: boolean;
}

export type AddressDraftErrors = Partial<Record<"recipient" | "phone" | "place", string>>;

/** An empty form; the first address of a book is proposed as the default one. */
export function createAddressDraft(isFirst: boolean): AddressDraft {
  return { recipient: "", phone: "", place: null, houseNumber: "", isDefault: isFirst };
}

/** The form for an existing address; without a place when the address does not name one completely. */
export function toAddressDraft(address: SavedAddress): AddressDraft {
  return {
    recipient: address.recipient,
    phone: address.phone,
    place: toPoi(address),
    houseNumber: address.house_number,
    isDefault: address.is_default,
  };
}

/** What is missing or wrong, by field; empty when the form can be saved (specification, section 5). */
export function validateAddressDraft(draft: AddressDraft): AddressDraftErrors {
  const messages = appMessages.address;
  const errors: AddressDraftErrors = {};
  if (draft.recipient.trim() === "") errors.recipient = messages.recipientRequired;
  if (draft.phone.trim() === "") errors.phone = messages.phoneRequired;
  else if (parsePhone(draft.phone) === null) errors.phone = messages.phoneInvalid;
  if (draft.place === null) errors.place = messages.detailRequired;
  return errors;
}

/** The save payload of a form without problems. */
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
