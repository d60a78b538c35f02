import { GatewayError } from "../GatewayError.ts";

/**
 * Error codes with which "apply for a refund" of APIv3 says that this refund has failed: its parameters or the rules of
 * its trade forbid it, the merchant's balance does not suffice, the payer's account is gone, the trade is unknown. All
 * others mean "ask again under the same number": SYSTEM_ERROR and FREQUENCY_LIMITED by the documentation, SIGN_ERROR,
 * NO_AUTH and MCH_NOT_EXISTS because they are about the merchant's settings and not about this refund.
 */
const permanentCodes: ReadonlySet<string> = new Set([
  "PARAM_ERROR",
  "INVALID_REQUEST",
  "NOT_ENOUGH",
  "USER_ACCOUNT_ABNORMAL",
  "RESOURCE_NOT_EXISTS",
]);

/** The provider refused a refund for good; `word` is its error code. */
export class PermanentRefundError extends GatewayError {
  constructor(code: string, options: ErrorOptions) {
    super("wechat-pay", code, false, options);
  }
}

/** The same failure of a refund request, as a `PermanentRefundError` when its code says so. */
export function toRefundError(error: unknown): unknown {
  return error instanceof GatewayError && !error.isUnknown && permanentCodes.has(error.code)
    ? new PermanentRefundError(error.code, { cause: error.cause })
    : error;
}
