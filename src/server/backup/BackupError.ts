/** Why a backup cannot be made or taken in; the message is one sentence for the operator. */
export class BackupError extends Error {}
