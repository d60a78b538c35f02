import type { Position } from "#contract/distance.ts";

/** Parameters of WeChat's payment sheet, signed by the server. */
export interface PaymentSheetParams {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/**
 * Result reported by the payment sheet. It proves nothing: only the server knows whether the payment arrived.
 */
export type PaymentSheetResult = "ok" | "cancelled" | "failed";

/** Card shown to recipients of the shared page. `link` and `imgUrl` are absolute. */
export interface ShareCard {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

/** Location on the map (GCJ-02). */
export interface MapLocation {
  position: Position;
  name: string;
  address: string;
}

/**
 * Reasons of a failed call: no response in time, no permission to use the SDK, denied by the customer, not
 * supported here, cancelled by the customer, or other.
 */
export type BridgeErrorReason = "silent" | "refused" | "denied" | "unsupported" | "cancelled" | "failed";

/**
 * Trigger of a position request: a tap of the customer, or the page itself, which a denial stops from asking
 * again.
 */
export type LocateTrigger = "tap" | "page";

/** Failed bridge call; the message is for developers. */
export class BridgeError extends Error {
  readonly reason: BridgeErrorReason;

  constructor(reason: BridgeErrorReason, message: string) {
    super(message);
    this.name = "BridgeError";
    this.reason = reason;
  }
}

/**
 * Functions of the app around the page. Every call ends within seconds; failures are BridgeErrors unless said
 * otherwise.
 */
export interface Bridge {
  /**
   * Returns the device's position (GCJ-02); may be slow, so callers limit their wait. Rejects with a
   * PositionError.
   */
  locate(reason: LocateTrigger): Promise<Position>;
  /** Shows a location on a map. */
  openLocation(location: MapLocation): Promise<void>;
  /**
   * Opens the payment sheet. Rejects with "silent" without a result for a while; a later result goes to
   * `onLate`, because customers may take long over the sheet.
   */
  pay(
    params: PaymentSheetParams,
    onLateResult: (result: PaymentSheetResult) => void,
  ): Promise<PaymentSheetResult | "silent">;
  /**
   * Returns whether the page runs in a mini-program's web-view, which has no payment sheet. Some clients
   * reveal it only through WeChat's own object, which is awaited for `waitMs`. Never rejects.
   */
  isMiniProgram(waitMs: number): Promise<boolean>;
  /** Opens a page of the mini-program around this one. */
  openMiniProgramPage(url: string): Promise<void>;
  /** Sets the share card of this page; whether it is shared is never reported. */
  share(card: ShareCard): Promise<void>;
  /** Shows or hides WeChat's menu (···) for sharing the page; needs no permission. */
  showMenu(isShown: boolean): Promise<void>;
  close(): Promise<void>;
  /** Scans a code with the camera; null if the customer cancelled. */
  scan(): Promise<string | null>;
}
