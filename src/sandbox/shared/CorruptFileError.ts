/** A kept file that cannot be read any more; the message is one full sentence that says what to do. */
export class CorruptFileError extends Error {}
