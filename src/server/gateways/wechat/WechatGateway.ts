/** Result of exchanging a code from the authorisation page. */
export interface Authorisation {
  openid: string;
  unionid: string | null;
  /** Token that reads this user's profile; not the app's own access token. */
  accessToken: string;
  /** Whether the customer agreed to share nickname and avatar. */
  givesProfile: boolean;
  /** Placeholder user of a page that WeChat shows as a snapshot: never bind it to an account. */
  isSnapshot: boolean;
}

export interface WechatProfile {
  nickname: string;
  /** An https URL, or null. */
  avatar: string | null;
}

/** A secret of the app with its lifetime, as reported by the provider. */
export interface ExpiringToken {
  value: string;
  expiresInS: number;
}

/**
 * WeChat's open platform. Methods throw GatewayError; its code is the provider's errcode where there is one.
 */
export interface WechatGateway {
  /**
   * Exchanges a code, which works only once. `isUnknown` is false when the provider refused this very code.
   */
  exchange(code: string): Promise<Authorisation>;
  /** Exchanges a code of `wx.login` in the mini-program, which works only once, like `exchange`. */
  exchangeMiniProgramCode(code: string): Promise<{ openid: string }>;
  profile(authorisation: Pick<Authorisation, "openid" | "accessToken">): Promise<WechatProfile>;
  /** Fetches the app's access token, the same for all processes until shortly before it expires. */
  accessToken(): Promise<ExpiringToken>;
  /** Fetches the ticket that signs JS-SDK pages; its quota is small. */
  ticket(accessToken: string): Promise<ExpiringToken>;
}
