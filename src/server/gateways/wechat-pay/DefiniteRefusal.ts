import { GatewayError } from "../GatewayError.ts";

/**
 * Error codes with which "apply for a refund" of APIv3 says that this refund has failed: its parameters or the rules of
 * its trade forbid it, the merchant's balance does not suffice, the payer's account is gone, the trade is unknown. All
 * others mean "ask again under the same number": SYSTEM_ERROR and FREQUENCY_LIMITED by the documentation, SIGN_ERROR,
 * NO_AUTH and MCH_NOT_EXISTS because they are about the merchant's settings and not about this refund.
 */
const definiteCodes: ReadonlySet<string> = new Set([
  "PARAM_ERROR",
  "INVALID_REQUEST",
  "NOT_ENOUGH",
  "USER_ACCOUNT_ABNORMAL",
  "RESOURCE_NOT_EXISTS",
]);

/** The provider refused a refund for good; `word` is its error code. */
export class DefiniteRefusal extends GatewayError {
  constructor(word: string, options: ErrorOptions) {
    super("wechat-pay", word, false, options);
  }
}

/** The same failure of a refund request, as a `DefiniteRefusal` when its code says so. */
export function toRefundError(error: unknown): unknown {
  return error instanceof GatewayError && !error.isUnknown && definiteCodes.has(error.word)
    ? new DefiniteRefusal(error.word, { cause: error.cause })
    : error;
}
