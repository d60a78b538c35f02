import { GatewayError } from "../GatewayError.ts";

/**
 * Error codes with which "apply for a refund" of APIv3 reports that this refund has failed: its parameters or
 * the rules of its trade forbid it, the merchant's balance does not suffice, the payer's account is gone, the
 * trade is unknown. All other codes allow a retry under the same number: SYSTEM_ERROR and FREQUENCY_LIMITED
 * by the documentation, SIGN_ERROR, NO_AUTH and MCH_NOT_EXISTS because they are about the merchant's settings
 * and not about this refund.
 */
const permanentCodes: ReadonlySet<string> = new Set([
  "PARAM_ERROR",
  "INVALID_REQUEST",
  "NOT_ENOUGH",
  "USER_ACCOUNT_ABNORMAL",
  "RESOURCE_NOT_EXISTS",
]);

/** The provider refused a refund permanently; `code` is its error code. */
export class PermanentRefundError extends GatewayError {
  constructor(code: string, options: ErrorOptions) {
    super("wechat-pay", code, false, options);
  }
}

/** Converts a refund request's failure to a `PermanentRefundError` when its code is permanent. */
export function toRefundError(error: unknown): unknown {
  return error instanceof GatewayError && !error.isUnknown && permanentCodes.has(error.code)
    ? new PermanentRefundError(error.code, { cause: error.cause })
    : error;
}
