/** What a code from the authorisation page stands for. */
export interface Authorisation {
  openid: string;
  unionid: string | null;
  /** Reads this one person's profile; not the account's token. */
  accessToken: string;
  /** Whether the customer agreed to give nickname and picture. */
  givesProfile: boolean;
  /** A made-up user of a page that WeChat shows as a snapshot: never to be bound to an account. */
  isSnapshot: boolean;
}

export interface WechatProfile {
  nickname: string;
  /** An https address, or null. */
  avatar: string | null;
}

/** A secret of the account with its life as the provider tells it. */
export interface ExpiringToken {
  value: string;
  expiresInS: number;
}

/** WeChat's open platform. Calls throw GatewayError; its word is the provider's errcode where there is one. */
export interface WechatGateway {
  /** Exchanges a code; it works once. `isUnknown` is false when the provider refused this very code. */
  exchange(code: string): Promise<Authorisation>;
  profile(authorisation: Pick<Authorisation, "openid" | "accessToken">): Promise<WechatProfile>;
  /** The account's token, the same one for all processes until shortly before its end. */
  accessToken(): Promise<ExpiringToken>;
  /** The ticket that pages are signed with; its quota is small. */
  ticket(accessToken: string): Promise<ExpiringToken>;
}
