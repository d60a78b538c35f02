import { describe, expect, test } from "vitest";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { autoCompleteAt, overdueAt } from "./order-deadline.rules.ts";

const at = (text: string) => new Date(`2026-03-${text}:00+08:00`);
const restaurant = {
  weekHours: everyDay(["07:00", "22:00"]),
  specialDays: [],
  autoAccept: true,
  orderLimitMinutes: null,
};

describe("an order without progress at its restaurant", () => {
  const now = at("02T12:00");
  const accepted = { acceptedAt: now, bookingAt: null };

  test("is overdue after two hours, or after the restaurant's own limit", () => {
    expect(overdueAt(accepted, restaurant, now, initialSettings)).toEqual(at("02T14:00"));
    expect(overdueAt(accepted, { ...restaurant, orderLimitMinutes: 45 }, now, initialSettings)).toEqual(
      at("02T12:45"),
    );
    expect(overdueAt(accepted, undefined, now, initialSettings)).toEqual(at("02T14:00"));
  });

  test("counts from the booked time", () => {
    const booked = { acceptedAt: now, bookingAt: at("03T11:30") };
    expect(overdueAt(booked, restaurant, now, initialSettings)).toEqual(at("03T13:30"));
    expect(autoCompleteAt(booked, restaurant, now, initialSettings)).toEqual(at("03T22:00"));
  });

  test("is completed at the end of the business day, and never before it is overdue", () => {
    expect(autoCompleteAt(accepted, restaurant, now, initialSettings)).toEqual(at("02T22:00"));
    const late = { acceptedAt: at("02T21:30"), bookingAt: null };
    expect(autoCompleteAt(late, restaurant, now, initialSettings)).toEqual(at("02T23:30"));
  });
});
