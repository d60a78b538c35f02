export const AUTHORIZE_MODES = ["normal", "refuse", "snapshot", "hold", "down"] as const;

/** Behaviour of the open platform and of the customer at its page; everything can be changed at run time. */
export type OpenBehaviour = {
  /** The WeChat user: one of the people of `users.ts`, or any other openid. */
  user: string;
  /**
   * Behaviour of the authorisation page: "refuse" redirects without a code, "snapshot" gives the code of a
   * made-up user (and pages are shown as snapshots), "hold" waits for a tap before it redirects, "down" cuts
   * the connection.
   */
  authorize: (typeof AUTHORIZE_MODES)[number];
  /**
   * "error" responds with `errcode` to every call; "down" cuts the connection; "garbage" responds with an
   * HTML page.
   */
  api: "normal" | "slow" | "error" | "down" | "garbage";
  api_delay_ms: number;
  errcode: number;
};

/** Returns the default behaviour of a new sandbox for this customer. */
export function defaultOpenBehaviour(user: string): OpenBehaviour {
  return { user, authorize: "normal", api: "normal", api_delay_ms: 3_000, errcode: -1 };
}

/** JSON schema of a partial update. */
export const openBehaviourSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    user: { type: "string", pattern: "^[\\w-]{6,64}$" },
    authorize: { enum: AUTHORIZE_MODES },
    api: { enum: ["normal", "slow", "error", "down", "garbage"] },
    api_delay_ms: { type: "integer", minimum: 0, maximum: 86_400_000 },
    errcode: { type: "integer" },
  },
};
