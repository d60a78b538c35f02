const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/**
 * How long personal data is stored, in ms from its creation unless the name says otherwise. docs/privacy.md says why;
 * the job "clean-up" and those it names delete what is older.
 */
export const retention = {
  /** Codes by text message; no limit counts longer. */
  smsCodesMs: 2 * dayMs,
  /** Events for open pages, which continue from them. */
  eventsMs: 7 * dayMs,
  /** Possible attacks with a network address, and their highest number: an attack must not fill the disk. */
  securityEventsMs: 30 * dayMs,
  securityEventsMax: 200_000,
  /** Responses to writes, for repeated requests. */
  idempotencyKeysMs: 40 * dayMs,
  /** Devices that have logged in, from the last login. */
  devicesMs: 400 * dayMs,
  /** Notifications that were no payment provider's. */
  refusedNotificationsMs: 7 * dayMs,
  /** Amounts that staff issued on a day. */
  dailySumsMs: 30 * dayMs,
  /** Requested copies of personal data, after the archive itself is gone. */
  dataCopiesMs: 30 * dayMs,
  /** Images that were uploaded and never sent. */
  unusedImagesMs: dayMs,
  /** Conversations with customer service, with their images. */
  messagesMs: 3 * yearMs,
  /** Addresses, numbers and remarks of orders that are over; the orders stay. */
  orderContactsMs: 3 * yearMs,
  /** Invoices and what was requested, from their last change: ten years, with their leap days. */
  invoicesMs: 3_653 * dayMs,
  /** Entries of the audit log that only tell that customers' data were read. */
  auditReadsMs: yearMs,
} as const;
