import { retention } from "./retention.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Limits used only by the server; times in ms unless the name says otherwise. */
export const limits = {
  sms: {
    // Longest window first: when several are full, its wait is the correct one.
    perPhone: [
      { windowMs: dayMs, max: 10 },
      { windowMs: 60 * minuteMs, max: 5 },
    ],
    /** For staff's codes; the limits for customers are settings. */
    perStaffNetwork: [
      { windowMs: dayMs, max: 50 },
      { windowMs: 60 * minuteMs, max: 20 },
    ],
    maxWrongCodes: 5,
    /**
     * Wrong codes for an account in a day, over any number of codes: 50 guesses at six digits are 5 in
     * 100,000. Unknown devices cannot use up the quota of the devices known to the account.
     */
    maxWrongCodesPerDay: { unknownDevices: 30, knownDevices: 20 },
    /** Window of the shop-wide SMS brake, and the time after its last trigger until the episode ends. */
    brakeMs: 10 * minuteMs,
    /**
     * Proof of work required before a message while the brake acts: hashes for each key, minimum and maximum
     * number of keys, validity.
     */
    proof: { hashesPerKey: 32, minKeys: 1_000, maxKeys: 4_000, validMs: 5 * minuteMs },
  },
  session: {
    customerMs: 30 * dayMs,
    staffMs: 12 * 60 * minuteMs,
    staffIdleMs: 120 * minuteMs,
    perSubject: 10,
    /**
     * Devices remembered for each account, and the time for which they are remembered after their last login.
     */
    devicesPerSubject: 10,
    deviceRetentionMs: retention.devicesMs,
  },
  /** Time after verifying the current number in which a session may change it. */
  phoneChangeWindowMs: 10 * minuteMs,
  /**
   * Wrong PIN attempts. `perCustomer`: over all cards. `perCard`: while a card has had fewer than `below`
   * within `perCardMs`, each customer may have `each` of them on it; the last step requires an account with a
   * qualifying order. The last `below` bounds what attackers can learn: 50 of a million PINs a day.
   */
  pin: {
    // Longest window first: when several are full, its wait is the correct one.
    perCustomer: [
      { windowMs: dayMs, max: 15 },
      { windowMs: 15 * minuteMs, max: 5 },
    ],
    perCardMs: dayMs,
    perCard: [
      { below: 10, each: 5, needsMeal: false },
      { below: 30, each: 2, needsMeal: false },
      { below: 50, each: 2, needsMeal: true },
    ],
  },
  addresses: 50,
  /** Place searches at the map service: for each customer, and in total. */
  placeSearch: { each: { max: 30, windowMs: minuteMs }, shop: { max: 600, windowMs: minuteMs } },
  /**
   * Codes exchanged at WeChat: for each customer or, before the login, each network address; and in total.
   */
  wechatCodes: { each: { max: 120, windowMs: 10 * minuteMs }, shop: { max: 600, windowMs: minuteMs } },
  /**
   * Throttles orders that reserve a limited dish or a booking slot and are never paid: once the unpaid
   * reservations of the window add up to `max` times the payment time, the next such order waits for the
   * pause after the last of them; each further `max` doubles the pause.
   */
  unpaidReservations: { windowMs: dayMs, max: 3, pauseMs: 60 * minuteMs },
  /** Time of the warning before an unaccepted order is cancelled. */
  unacceptedWarningMs: minuteMs,
  imagesPerDay: 60,
  /** Images that a customer may upload, valid or not; counted before they are decoded. */
  imageUploads: { windowMs: 60 * minuteMs, max: 60 },
  /** Images readable by URL without a token: new nickname or avatar images a day. */
  publicImagesPerDay: { avatar: 20, poster: 10 },
  chat: { messagesPerMinute: 20 },
  /**
   * Time after a stream's last heartbeat for which a customer counts as online; longer than two heartbeats.
   */
  onlineMs: 45_000,
  /**
   * Event streams: maximum for each subject, heartbeat intervals of idle streams (staff must notice within 10
   * s that a stream is dead), and the interval at which the table is polled for events without a notification.
   */
  live: {
    perSubject: 5,
    heartbeatMs: 20_000,
    staffHeartbeatMs: 3_000,
    pollMs: 2_000,
    retentionMs: retention.eventsMs,
  },
  /** Time after an order's end for which its public link works. */
  publicMs: 30 * dayMs,
  /** Refunds by staff: latest time and maximum number for each order. */
  refundWithinMs: 365 * dayMs,
  refundsPerOrder: 50,
  /**
   * A refund refused by the provider for this long fails; one that the provider closes is restarted
   * automatically this often, after this pause.
   */
  refundRefusalsMs: 60 * minuteMs,
  refundRestarts: 3,
  refundRestartPauseMs: minuteMs,
  /** Time in which a customer can cancel the deletion of the account. */
  deletionWaitMs: 7 * dayMs,
  /**
   * Copies of a customer's data: how many may be requested in a window, how long one can be downloaded, the
   * time after which another process makes one that was begun, and the pause before another try, which fails after so many.
   */
  dataCopies: {
    windowMs: dayMs,
    max: 3,
    validMs: dayMs,
    leaseMs: 15 * minuteMs,
    retryMs: 30_000,
    maxTries: 5,
  },
  /**
   * Backups: how often a base backup is made, a failed one tried again, new pictures are copied and the stored
   * files checked; ages from which a base backup and the newest WAL or pictures are late, and how long after a start
   * none is.
   */
  backup: {
    baseEveryMs: dayMs,
    retryMs: 15 * minuteMs,
    picturesEveryMs: minuteMs,
    checkEveryMs: 10 * minuteMs,
    baseMs: 1.25 * dayMs,
    walMs: 15 * minuteMs,
    firstMs: 15 * minuteMs,
  },
};
