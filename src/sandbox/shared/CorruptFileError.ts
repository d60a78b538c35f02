/** A stored file is unreadable; the message is one full sentence that says what to do. */
export class CorruptFileError extends Error {}
