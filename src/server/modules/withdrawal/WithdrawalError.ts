/** A withdrawal command that cannot be carried out; the message is for the operator. */
export class WithdrawalError extends Error {}
