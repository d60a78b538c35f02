import type { PaymentSheetParams, PaymentSheetResult } from "#web/bridge/Bridge.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { MiniProgramPaymentResult } from "./payInMiniProgram.ts";

/**
 * Result of a payment: nothing left to pay, left for another page, unsupported by this browser, sheet closed
 * without paying, or undecided.
 */
export type PaymentResult = "settled" | "left" | "unsupported" | "unpaid" | "undecided";

/**
 * Reason why an order is not being paid: the request failed, this browser has no payment method, the sheet
 * ended without money, the customer returned and no money is known ("returned"), or that and the provider was
 * unreachable ("unknown").
 */
export interface PaymentFailure {
  readonly orderId: string;
  readonly reason: "error" | "unsupported" | "cancelled" | "failed" | "returned" | "unknown";
  /** Error of the request. */
  readonly error: unknown;
}

/** Payment method (provider or card) and number of points. */
export interface StartPaymentOptions {
  readonly method: "wechat" | "card";
  readonly points: number;
  /** Amount due in fen; null or absent while unknown. */
  readonly dueFen?: number | null;
  /** True right after WeChat's authorization page: it is not visited twice in a row. */
  readonly isReturn?: boolean;
}

/** Dependencies of payments on the surrounding page. */
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
  payInMiniProgram(order: { orderId: string; points: number }): Promise<MiniProgramPaymentResult>;
  /**
   * Redirects to WeChat's page to identify the payer, and returns to the order; false when that is
   * impossible.
   */
  fetchOpenid(orderId: string): Promise<boolean>;
  /** Resolves when WeChat's object is ready, however late. */
  bridgeReady(): Promise<unknown>;
  origin(): string;
  wait(ms: number): Promise<void>;
}
