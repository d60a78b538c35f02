/** Returns the sentence with which the chain introduces itself, which the server writes into the document. */
export function brandSlogan(): string {
  return document.querySelector<HTMLMetaElement>("[name=description]")?.content ?? "";
}
