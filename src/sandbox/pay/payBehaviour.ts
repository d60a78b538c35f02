/** Error codes of the refund endpoint, with their HTTP status (WeChat Pay APIv3 documentation). */
export const REFUND_ERRORS = {
  PARAM_ERROR: 400,
  INVALID_REQUEST: 400,
  SIGN_ERROR: 401,
  NOT_ENOUGH: 403,
  USER_ACCOUNT_ABNORMAL: 403,
  NO_AUTH: 403,
  RESOURCE_NOT_EXISTS: 404,
  FREQUENCY_LIMITED: 429,
  SYSTEM_ERROR: 500,
} as const;
export type RefundErrorCode = keyof typeof REFUND_ERRORS;

/** Switches of the tester; delays in milliseconds. */
export type PayBehaviour = {
  /** Delivery of notifications: at once, delayed, never, or `repeat` copies at once. */
  notify: "normal" | "slow" | "lost" | "repeated";
  notify_delay_ms: number;
  repeat: number;
  /**
   * API behaviour: "error" rejects before processing; "timeout" and "reset" process and lose the response.
   */
  provider: "normal" | "slow" | "error" | "timeout" | "reset";
  provider_delay_ms: number;
  /**
   * Closing of a transaction: "error" rejects and leaves it open, "lost" closes it and responds with an
   * error.
   */
  close: "normal" | "error" | "lost";
  /**
   * Outcome of refunds requested from now on; "slow" succeeds after `refund_slow_ms` instead of
   * `refund_delay_ms`, "refused" rejects new numbers with `refund_error`.
   */
  refund: "success" | "abnormal" | "closed" | "slow" | "refused";
  refund_error: RefundErrorCode;
  refund_delay_ms: number;
  refund_slow_ms: number;
};

/** Default behaviour of a new sandbox. */
export const DEFAULT_BEHAVIOUR: Readonly<PayBehaviour> = {
  notify: "normal",
  notify_delay_ms: 5_000,
  repeat: 3,
  provider: "normal",
  provider_delay_ms: 3_000,
  close: "normal",
  refund: "success",
  refund_error: "NOT_ENOUGH",
  refund_delay_ms: 500,
  refund_slow_ms: 10_000,
};

const delay = { type: "integer", minimum: 0, maximum: 86_400_000 };

/** JSON schema of a partial update. */
export const behaviourSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    notify: { enum: ["normal", "slow", "lost", "repeated"] },
    notify_delay_ms: delay,
    repeat: { type: "integer", minimum: 1, maximum: 20 },
    provider: { enum: ["normal", "slow", "error", "timeout", "reset"] },
    provider_delay_ms: delay,
    close: { enum: ["normal", "error", "lost"] },
    refund: { enum: ["success", "abnormal", "closed", "slow", "refused"] },
    refund_error: { enum: Object.keys(REFUND_ERRORS) },
    refund_delay_ms: delay,
    refund_slow_ms: delay,
  },
};
