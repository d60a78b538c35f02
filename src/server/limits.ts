import { agentRefundFen } from "#contract/order/limits.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Limits that only the server knows; times in milliseconds unless the name says otherwise. */
export const limits = {
  sms: {
    // The longest window first: when several are full, its wait is the one that is true.
    perPhone: [
      { windowMs: dayMs, most: 10 },
      { windowMs: 60 * minuteMs, most: 5 },
    ],
    perIp: [
      { windowMs: dayMs, most: 50 },
      { windowMs: 60 * minuteMs, most: 20 },
    ],
    wrongTries: 5,
  },
  session: {
    customerMs: 30 * dayMs,
    staffMs: 12 * 60 * minuteMs,
    staffIdleMs: 120 * minuteMs,
    perSubject: 10,
  },
  /** Tries of a card's PIN: so many wrong ones lock, at first so long, then twice as long each time. */
  pin: {
    tries: 5,
    triesPerAddress: 20,
    lockMs: 15 * minuteMs,
    lockMaxMs: dayMs,
    forgetMs: dayMs,
  },
  addresses: 50,
  payMs: 15 * minuteMs,
  autoAcceptMs: minuteMs,
  unacceptedMs: 5 * minuteMs,
  cancelAfterAcceptMs: minuteMs,
  /** Booked orders can be taken back until so long before their time. */
  cancelBookedMs: 30 * minuteMs,
  autoCompleteReadyMs: 60 * minuteMs,
  autoCompleteDeliveringMs: 120 * minuteMs,
  /** Until how long after the end a customer may ask for the money back, and how long staff may take to answer. */
  refundAskMs: dayMs,
  refundAnswerMs: 30 * minuteMs,
  picturesPerDay: 60,
  /** Pictures that are shown by their address alone: a new name or face so many times a day. */
  publicPicturesPerDay: { avatar: 20, poster: 10 },
  chat: { messagesPerMinute: 20 },
  /** How long after the last sign of an open stream a customer counts as being there; longer than two heartbeats. */
  onlineMs: 45_000,
  /** Live streams: of one customer at once, how often a silent one says something, how often to look when deaf. */
  live: { perSubject: 5, heartbeatMs: 20_000, pollMs: 2_000, keepMs: 7 * dayMs },
  /** How long strangers with its link see an order that is over. */
  publicMs: 30 * dayMs,
  /** Refunds by staff: until when, how many an order, and how much an agent may give at once (fen). */
  refundWithinMs: 365 * dayMs,
  refundsPerOrder: 50,
  agentRefundFen,
  inviteBindMs: 7 * dayMs,
  keepKeysMs: 40 * dayMs,
};
