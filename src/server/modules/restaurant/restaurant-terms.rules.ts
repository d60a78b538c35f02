import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { DeliveryTerms } from "#contract/delivery-terms.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";

/** Returns the conditions of a delivery from a restaurant: its own, else the chain's. */
export function getDeliveryTerms(
  row: RestaurantRow,
  { delivery }: Pick<ChainSettings, "delivery">,
): DeliveryTerms {
  return {
    minimumFen: row.minimumOrderFen ?? delivery.minimum,
    feeFen: row.deliveryFeeFen ?? delivery.fee,
    baseM: row.deliveryBaseM ?? delivery.base_distance,
    kmFeeFen: row.deliveryKmFeeFen ?? delivery.km_fee,
    freeFromFen: row.freeDeliveryFromFen ?? delivery.free_from,
    packingFeeFen: row.packingFeeFen ?? delivery.packing_fee,
    minutes: row.deliveryMinutes ?? delivery.minutes,
  };
}

/** Conditions of a booking. */
export interface BookingTerms {
  slotMinutes: number;
  /** Minutes between the order and the first slot at least. */
  leadMinutes: number;
  /** Days that can be booked, with today. */
  days: number;
}

/** Returns the conditions of a booking at a restaurant: its own, else the chain's. */
export function getBookingTerms(
  row: Pick<RestaurantRow, "slotMinutes" | "bookingLeadMinutes" | "bookingDays">,
  { booking }: Pick<ChainSettings, "booking">,
): BookingTerms {
  return {
    slotMinutes: row.slotMinutes ?? booking.slot_minutes,
    leadMinutes: row.bookingLeadMinutes ?? booking.lead_minutes,
    days: row.bookingDays ?? booking.days,
  };
}
