export const AUTHORIZE_MODES = ["normal", "refuse", "snapshot", "hold", "down"] as const;

/** How the open platform and the customer at its page behave; everything can be changed while it runs. */
export type OpenBehaviour = {
  /** Who uses WeChat: one of the people of `people.ts`, or any other openid. */
  user: string;
  /**
   * The page of authorisation: "refuse" comes back without a code, "snapshot" gives the code of a made-up user (and
   * pages are shown as snapshots), "hold" waits for a tap before it leads back, "down" cuts the connection.
   */
  authorize: (typeof AUTHORIZE_MODES)[number];
  /** "error" answers `errcode` to every call; "down" cuts the connection; "garbage" answers a page of HTML. */
  api: "normal" | "slow" | "error" | "down" | "garbage";
  api_delay_ms: number;
  errcode: number;
};

/** The behaviour of a sandbox that nobody has touched, for this customer. */
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
