/** A wish about cards that cannot be; the message is one sentence for the operator. */
export class CardError extends Error {}
