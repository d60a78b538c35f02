import type { Position } from "#contract/distance.ts";

/** The parameters of WeChat's payment sheet, signed by the server. */
export interface PaymentSheetParams {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/** What the sheet said. None of it is proof: the server knows whether money moved. */
export type PaymentSheetResult = "ok" | "cancelled" | "failed";

/** What somebody sees who gets the page sent. `link` and `imgUrl` are absolute. */
export interface ShareCard {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

/** A place on the map (GCJ-02). */
export interface MapLocation {
  position: Position;
  name: string;
  address: string;
}

/**
 * Why a call came to nothing: no answer in time, no right to use the SDK, a permission that the customer denied, not
 * possible here, given up by the customer, or else.
 */
export type BridgeErrorReason = "silent" | "refused" | "denied" | "unsupported" | "cancelled" | "failed";

/** Who wants to know the position: the customer, by a tap, or the page by itself, which a denial stops from asking again. */
export type LocateTrigger = "tap" | "page";

/** A call of the bridge that came to nothing; the message is for developers. */
export class BridgeError extends Error {
  readonly reason: BridgeErrorReason;

  constructor(reason: BridgeErrorReason, message: string) {
    super(message);
    this.name = "BridgeError";
    this.reason = reason;
  }
}

/** What the app around the page can do. Every call ends within seconds; failures are BridgeErrors unless said otherwise. */
export interface Bridge {
  /** Where the device is (GCJ-02); may come late, so callers limit their wait. Rejects with a PositionError. */
  locate(reason: LocateTrigger): Promise<Position>;
  /** Shows a place on a map. */
  openLocation(location: MapLocation): Promise<void>;
  /**
   * Opens the payment sheet. "silent" when nothing was heard for a while; what is heard after that goes to `onLate`,
   * for a customer may take long over the sheet.
   */
  pay(
    params: PaymentSheetParams,
    onLateResult: (result: PaymentSheetResult) => void,
  ): Promise<PaymentSheetResult | "silent">;
  /**
   * Whether the page runs in a mini-program's web-view, which has no payment sheet; some clients tell only with WeChat's
   * own object, which is waited for so long. Never rejects.
   */
  isMiniProgram(waitMs: number): Promise<boolean>;
  /** Opens a page of the mini-program around this one. */
  openMiniProgramPage(url: string): Promise<void>;
  /** Sets the card of this page; whether somebody sends it nobody learns. */
  share(card: ShareCard): Promise<void>;
  /** Shows or hides WeChat's menu (···), by which the page is sent on; needs no permission. */
  showMenu(isShown: boolean): Promise<void>;
  /** Closes the page. */
  close(): Promise<void>;
  /** Reads a code with the camera; null when the customer gave up. */
  scan(): Promise<string | null>;
}
