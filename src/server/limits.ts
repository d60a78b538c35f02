import { maxAgentRefundFen } from "#contract/order/limits.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Limits that only the server knows; times in milliseconds unless the name says otherwise. */
export const limits = {
  sms: {
    // The longest window first: when several are full, its wait is the one that is true.
    perPhone: [
      { windowMs: dayMs, max: 10 },
      { windowMs: 60 * minuteMs, max: 5 },
    ],
    /** For staff's codes; those of customers are settings. */
    perStaffNetwork: [
      { windowMs: dayMs, max: 50 },
      { windowMs: 60 * minuteMs, max: 20 },
    ],
    maxWrongCodes: 5,
    /**
     * Wrong tries for an account in a day, whatever number of codes they were spread over: 50 guesses at six digits are 5
     * in 100,000. Strangers cannot touch the part of the devices that the account knows.
     */
    maxWrongCodesPerDay: { unknownDevices: 30, knownDevices: 20 },
    /** The brake for the whole shop looks at so long, and so long after it last acted an episode is over. */
    brakeMs: 10 * minuteMs,
    /** The work before a message while it acts: keys of so many hashes each, so many keys at least and at most. */
    proof: { hashesPerKey: 32, minKeys: 1_000, maxKeys: 4_000, validMs: 5 * minuteMs },
  },
  session: {
    customerMs: 30 * dayMs,
    staffMs: 12 * 60 * minuteMs,
    staffIdleMs: 120 * minuteMs,
    perSubject: 10,
    /** Devices that an account remembers, and for how long after their last login. */
    devicesPerSubject: 10,
    deviceRetentionMs: 400 * dayMs,
  },
  /** How long a session that has proved its number may change it. */
  phoneChangeWindowMs: 10 * minuteMs,
  /**
   * Wrong tries of PINs. `perCustomer`: on whatever cards. `perCard`: while a card has had fewer than `below` within
   * `perCardMs`, each customer may have `each` of them on it; the last steps are for customers who have had a meal. The
   * last `below` is the most that anybody can find out: 50 of a million PINs a day.
   */
  pin: {
    // The longest window first: when several are full, its wait is the one that is true.
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
  /** Searches for places at the map service: of one customer, and of all. */
  placeSearch: { each: { max: 30, windowMs: minuteMs }, shop: { max: 600, windowMs: minuteMs } },
  /** Codes that are exchanged at WeChat: of one customer or, before the login, one network address; and of all. */
  wechatCodes: { each: { max: 120, windowMs: 10 * minuteMs }, shop: { max: 600, windowMs: minuteMs } },
  payMs: 15 * minuteMs,
  /**
   * Orders that held a limited dish or a place in a slot and were never paid: once they were held for
   * `most` times the time for paying within the window, the next such order waits for the pause after the last of them;
   * each further `most` doubles it.
   */
  unpaidReservations: { windowMs: dayMs, max: 3, pauseMs: 60 * minuteMs },
  autoAcceptMs: minuteMs,
  /** Without automatic acceptance an order is cancelled after this, and the store warned so long before. */
  unacceptedMs: 5 * minuteMs,
  unacceptedWarningMs: minuteMs,
  /** How long an order may be accepted or preparing before an alarm, unless its store has a limit of its own. */
  orderLimitMs: 120 * minuteMs,
  cancelAfterAcceptMs: minuteMs,
  /** Booked orders can be taken back until so long before their time. */
  cancelBookedMs: 30 * minuteMs,
  autoCompleteReadyMs: 60 * minuteMs,
  autoCompleteDeliveringMs: 120 * minuteMs,
  /** Until how long after the end a customer may ask for the money back. */
  refundRequestWindowMs: 7 * dayMs,
  /** How long staff may take to answer, in service hours; what is asked for later than this waits for a person. */
  refundResponseMs: 30 * minuteMs,
  refundAutoResponseMs: dayMs,
  imagesPerDay: 60,
  /** Pictures that a customer sends, good or not; counted before anybody looks at them. */
  imageUploads: { windowMs: 60 * minuteMs, max: 60 },
  /** Pictures that are shown by their address alone: a new name or face so many times a day. */
  publicImagesPerDay: { avatar: 20, poster: 10 },
  chat: { messagesPerMinute: 20 },
  /** How long after the last sign of an open stream a customer counts as being there; longer than two heartbeats. */
  onlineMs: 45_000,
  /**
   * Live streams: of one customer at once, how often a silent one says something (staff are to see within 10 s that
   * nothing comes any more), how often to look when deaf.
   */
  live: {
    perSubject: 5,
    heartbeatMs: 20_000,
    staffHeartbeatMs: 3_000,
    pollMs: 2_000,
    retentionMs: 7 * dayMs,
  },
  /** How long strangers with its link see an order that is over. */
  publicMs: 30 * dayMs,
  /** Refunds by staff: until when, how many an order, and how much an agent may give at once (fen). */
  refundWithinMs: 365 * dayMs,
  refundsPerOrder: 50,
  /** A refund that the provider refuses for so long fails, one it closes goes on by itself so often, after this pause. */
  refundRefusalsMs: 60 * minuteMs,
  refundRestarts: 3,
  refundRestartPauseMs: minuteMs,
  agentRefundFen: maxAgentRefundFen,
  inviteBindMs: 7 * dayMs,
  idempotencyKeyRetentionMs: 40 * dayMs,
};
