import type { AddressForm, Poi } from "#contract/address/schema.ts";
import { addressDetailMax } from "#contract/constants.ts";
import { parsePhone } from "#contract/phone.ts";
import { regionText } from "#contract/region.ts";
import { messages } from "../../messages.ts";
import type { SavedAddress } from "./SavedAddress.ts";

/** What the address form holds while it is filled in. */
export interface AddressDraft {
  recipient: string;
  phone: string;
  place: Poi | null;
  houseNumber: string;
  isDefault: boolean;
}

export type DraftProblems = Partial<Record<"recipient" | "phone" | "place", string>>;

/** An empty form; the first address of a book is proposed as the default one. */
export function emptyDraft(isFirst: boolean): AddressDraft {
  return { recipient: "", phone: "", place: null, houseNumber: "", isDefault: isFirst };
}

/** The form for an existing address; without a place when the address does not name one completely. */
export function draftOf(address: SavedAddress): AddressDraft {
  return {
    recipient: address.recipient,
    phone: address.phone,
    place: placeOf(address),
    houseNumber: address.house_number,
    isDefault: address.is_default,
  };
}

/** What is missing or wrong, by field; empty when the form can be saved (specification, section 5). */
export function problemsOf(draft: AddressDraft): DraftProblems {
  const words = messages.address;
  const problems: DraftProblems = {};
  if (draft.recipient.trim() === "") problems.recipient = words.recipientRequired;
  if (draft.phone.trim() === "") problems.phone = words.phoneRequired;
  else if (parsePhone(draft.phone) === null) problems.phone = words.phoneInvalid;
  if (draft.place === null) problems.place = words.detailRequired;
  return problems;
}

/** The save payload of a form without problems. */
export function formOf(draft: AddressDraft & { place: Poi }): AddressForm {
  const { place } = draft;
  return {
    recipient: draft.recipient.trim(),
    phone: parsePhone(draft.phone) ?? draft.phone.trim(),
    location: regionText(place),
    details: [...place.name].slice(0, addressDetailMax).join(""),
    house_number: draft.houseNumber.trim(),
    poi_info: { ...place, typecode: place.typecode || "0" },
    is_default: draft.isDefault,
  };
}

function placeOf(address: SavedAddress): Poi | null {
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
