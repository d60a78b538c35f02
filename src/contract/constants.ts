/** Limits and defaults shared by server and client. Money in fen, times in the unit of the name. */
export const requestTimeoutMs = 15_000;
/** Delay between the "login expired" notice and the redirect to the login page. */
export const loginRedirectDelayMs = 1_500;
export const toastDurationMs = 2_000;
export const pageSizeDefault = 10;
export const pageSizeMax = 50;

/** Centre of a list while the customer's position is unknown (GCJ-02). */
export const defaultPosition = { lat: 31.1898, lng: 121.437 } as const;
export const defaultCityCode = "310100";
/** City shown after locating failed. */
export const fallbackCity = { code: "110100", name: "北京" } as const;
/** Timeouts for locating, options passed to the browser, and the maximum age of a position. */
/**
 * `waitMs` limits locating as a whole; WeChat has `wechatTimeoutMs` of it before the browser is queried too.
 */
export const geolocation = {
  totalTimeoutMs: 5_000,
  wechatTimeoutMs: 3_000,
  browserTimeoutMs: 7_000,
  maxAgeMs: 300_000,
} as const;
export const mapsTimeoutMs = 10_000;

export const deliveryTimeDefault = "30-45分钟";
export const categoryRankDefault = 999;
export const categoryNameDefault = "其他";
export const menuCategoryIds = { takeaway: "1", inStore: "2" } as const;

export const cartBadgeMax = 99;
export const quantityMax = 99;
export const orderLinesMax = 50;
export const remarkMax = 50;
export const addressDetailMax = 200;
/** Requests per minute and address for orders that anyone with the link may view. */
export const publicDetailPerMinute = 30;

export const deliveryRadiusDefaultM = 5_000;

/** Lowest and highest price of a dish, in fen. */
export const dishPrice = { minFen: 1, maxFen: 10_000_000 } as const;

/** Lengths of a booking's slot, and the highest conditions of bookings that a restaurant may set. */
export const slotMinutesOptions = [5, 10, 15, 20, 30, 60] as const;
export const bookingMax = { leadMinutes: 1_440, days: 14 } as const;
/** The lead time leaves at least the time to pay. */
export const bookingLeadMinMinutes = 15;
/** The maximum delivery distance of any restaurant in metres, which bounds the search for one that delivers. */
export const deliveryRadiusMaxM = 20_000;
/** Maximum corners of a delivery area, and maximum bookings in a slot. */
export const deliveryPolygonMax = 100;
export const slotCapacityMax = 1_000;
/** Maximum times of opening of a day, and maximum dates with other times than their weekday has. */
export const openingSpansMax = 4;
export const specialDaysMax = 60;
/** Maximum canned replies of agents, and reasons that customers choose from when they cancel. */
export const cannedRepliesMax = 50;
export const cancelReasonsMax = 12;
/** Maximum notices above the dishes of a menu, and characters of each. */
export const menuNoticesMax = { count: 8, length: 40 } as const;
/** Images that customers send: count per refund request, bytes, and pixels per side. */
export const imageLimits = { refundMax: 3, bytesMax: 5 * 1024 * 1024, sideMax: 4096 } as const;

/**
 * Header with the device token for requesting and using codes: a secret that the device creates and stores,
 * 22 to 64 characters of `A-Za-z0-9_-`. Clients without one are told apart by their network.
 */
export const deviceHeader = "x-device-token";
export const smsCode = { digits: 6, resendSeconds: 60, expiresSeconds: 300 } as const;
/** Time limit for the round trip to WeChat's authorisation page, and validity of its result for a payment. */
export const wechatAuthTimeoutMs = 600_000;
/** How long the client polls for the result of a payment. */
export const payQueryWindowMs = 30_000;
export const pointsPerYuan = 100;

/** Dayparts that a dish can be limited to: [name, first minute, minute after the last], Asia/Shanghai. */
export const dayParts = [
  ["breakfast", 360, 600],
  ["lunch", 600, 840],
  ["tea", 840, 1020],
  ["dinner", 1020, 1260],
  ["night", 1260, 1440],
] as const;
export type DayPart = (typeof dayParts)[number][0];
