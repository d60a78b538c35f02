import { booking } from "#contract/constants.ts";
import { chainDeliveryTerms, type DeliveryTerms } from "#contract/delivery-terms.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";

/** Returns the conditions of a delivery from a restaurant: its own, else the chain's. */
export function getDeliveryTerms(row: RestaurantRow): DeliveryTerms {
  return {
    minimumFen: row.minimumOrderFen ?? chainDeliveryTerms.minimumFen,
    feeFen: row.deliveryFeeFen ?? chainDeliveryTerms.feeFen,
    baseM: row.deliveryBaseM ?? chainDeliveryTerms.baseM,
    kmFeeFen: row.deliveryKmFeeFen ?? chainDeliveryTerms.kmFeeFen,
    freeFromFen: row.freeDeliveryFromFen ?? chainDeliveryTerms.freeFromFen,
    packingFeeFen: row.packingFeeFen ?? chainDeliveryTerms.packingFeeFen,
    minutes: row.deliveryMinutes ?? chainDeliveryTerms.minutes,
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
): BookingTerms {
  return {
    slotMinutes: row.slotMinutes ?? booking.slotMinutes,
    leadMinutes: row.bookingLeadMinutes ?? booking.leadMinutes,
    days: row.bookingDays ?? booking.days,
  };
}
