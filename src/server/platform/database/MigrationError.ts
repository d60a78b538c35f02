/**
 * Failure to migrate the database, such as an unsupported version; its message is a sentence for the
 * operator.
 */
export class MigrationError extends Error {}
