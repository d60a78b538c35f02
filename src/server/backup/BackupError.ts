/** Failure of an export or import; the message is one sentence for the operator. */
export class BackupError extends Error {}
