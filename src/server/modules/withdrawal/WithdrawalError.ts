/** A withdrawal command that cannot be done; the message is for the operator. */
export class WithdrawalError extends Error {}
