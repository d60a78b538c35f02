import type { Position } from "#contract/distance.ts";

/** The parameters of WeChat's payment sheet, signed by the server. */
export interface PayParams {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/** What the sheet said. None of it is proof: the server knows whether money moved. */
export type PayAnswer = "ok" | "cancelled" | "failed";

/** What somebody sees who gets the page sent. `link` and `imgUrl` are absolute. */
export interface ShareCard {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

/** A place on the map (GCJ-02). */
export interface Spot {
  position: Position;
  name: string;
  address: string;
}

/** Why a call came to nothing: no answer in time, not allowed, not possible here, given up by the customer, or else. */
export type BridgeFailure = "silent" | "refused" | "unsupported" | "cancelled" | "failed";

/** A call of the bridge that came to nothing; the message is for developers. */
export class BridgeError extends Error {
  readonly reason: BridgeFailure;

  constructor(reason: BridgeFailure, message: string) {
    super(message);
    this.name = "BridgeError";
    this.reason = reason;
  }
}

/** What the app around the page can do. Every call ends within seconds; failures are BridgeErrors unless said otherwise. */
export interface Bridge {
  /** Where the device is (GCJ-02). Rejects with a PositionError. */
  locate(): Promise<Position>;
  /** Shows a place on a map. */
  openLocation(spot: Spot): Promise<void>;
  /**
   * Opens the payment sheet. "silent" when nothing was heard for a while; what is heard after that goes to `onLate`,
   * for a customer may take long over the sheet.
   */
  pay(params: PayParams, onLate: (answer: PayAnswer) => void): Promise<PayAnswer | "silent">;
  /** Sets the card of this page; whether somebody sends it nobody learns. */
  share(card: ShareCard): Promise<void>;
  /** Closes the page. */
  close(): Promise<void>;
  /** Reads a code with the camera; null when the customer gave up. */
  scan(): Promise<string | null>;
}
