import type { PaymentSheetParams, PaymentSheetResult } from "#web/bridge/Bridge.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { MiniProgramPaymentResult } from "./payInMiniProgram.ts";

/**
 * What paying led to: nothing left to pay, away to another page, a way this browser does not have, a sheet that was
 * closed without paying, or no certainty yet.
 */
export type PaymentResult = "settled" | "left" | "unsupported" | "unpaid" | "undecided";

/**
 * Why an order is not being paid: the call failed, this browser has no way to, the sheet ended without money, the
 * customer came back and no money is known of ("returned"), or that and the provider could not be asked ("unknown").
 */
export interface PaymentFailure {
  readonly orderId: string;
  readonly reason: "error" | "unsupported" | "cancelled" | "failed" | "returned" | "unknown";
  /** What the call failed with. */
  readonly error: unknown;
}

/** How an order is paid: by the provider or the card, and with how many points. */
export interface StartPaymentOptions {
  readonly method: "wechat" | "card";
  readonly points: number;
  /** What is left to pay, in fen; null or absent while that is not known. */
  readonly dueFen?: number | null;
  /** WeChat's page has just been asked who pays: it is not asked twice in a row. */
  readonly isReturn?: boolean;
}

/** What paying needs from the page around it. */
export interface PaymentDependencies {
  api: Pick<ApiClient, "call">;
  /** Leaves the order's page for the provider's. */
  openPage(orderId: string, url: string): void;
  /** Opens WeChat's sheet over the page; see `Bridge.pay`. */
  openSheet(
    params: PaymentSheetParams,
    onLate: (result: PaymentSheetResult) => void,
  ): Promise<PaymentSheetResult | "silent">;
  /** See `payInMiniProgram`. */
  payInMiniProgram(orderId: string): Promise<MiniProgramPaymentResult>;
  /** Leaves for WeChat's page, to learn who is to pay, and comes back to the order; false when that cannot be done. */
  fetchOpenid(orderId: string): Promise<boolean>;
  /** When WeChat's object is there, however late. */
  bridgeReady(): Promise<unknown>;
  origin(): string;
  wait(ms: number): Promise<void>;
}
