/** A reason why the embedded database cannot serve; the message is one full sentence for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
