/** A reason why an operator's wish about vouchers cannot be met; the message is one full sentence. */
export class VoucherError extends Error {}
