/** Returns the chain's name, which the server writes into the document. */
export function brandName(): string {
  return document.querySelector<HTMLMetaElement>("[name=application-name]")?.content ?? "";
}
