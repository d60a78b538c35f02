/** The switches a tester can set; delays in milliseconds. */
export type PayBehaviour = {
  /** What happens to notifications: sent, sent late, never sent, sent `repeat` times at once. */
  notify: "normal" | "slow" | "lost" | "repeated";
  notify_delay_ms: number;
  repeat: number;
  /** What the API does: "error" refuses before doing anything; "timeout" and "reset" do it and lose the answer. */
  provider: "normal" | "slow" | "error" | "timeout" | "reset";
  provider_delay_ms: number;
  /** How refunds accepted from now on end; "slow" succeeds after `refund_slow_ms` instead of `refund_delay_ms`. */
  refund: "success" | "abnormal" | "closed" | "slow";
  refund_delay_ms: number;
  refund_slow_ms: number;
};

/** The behaviour of a sandbox that nobody has touched. */
export const USUAL_BEHAVIOUR: Readonly<PayBehaviour> = {
  notify: "normal",
  notify_delay_ms: 5_000,
  repeat: 3,
  provider: "normal",
  provider_delay_ms: 3_000,
  refund: "success",
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
    refund: { enum: ["success", "abnormal", "closed", "slow"] },
    refund_delay_ms: delay,
    refund_slow_ms: delay,
  },
};
