/** A card command that cannot be carried out; the message is one sentence for the operator. */
export class CardError extends Error {}
