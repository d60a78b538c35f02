/** A database this server must not touch; the message is one sentence for the operator. */
export class MigrationError extends Error {}
