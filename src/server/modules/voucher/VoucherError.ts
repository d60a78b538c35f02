/** A voucher command that cannot be carried out; the message is one full sentence for the operator. */
export class VoucherError extends Error {}
