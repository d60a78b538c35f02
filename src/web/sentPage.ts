/** What a page that the server made brings along. */
export interface SentPage {
  /** The moment it was made for, in ms; its words may depend on the hour. */
  at: number;
  /** The answers it was made from, by the address of the call. */
  answers: Record<string, unknown>;
}

/** The name of the element that carries it. */
export const sentPageId = "sent";

/** What this document brought; null when it is an empty shell. */
export function readSentPage(): SentPage | null {
  const text = document.getElementById(sentPageId)?.textContent;
  return text ? (JSON.parse(text) as SentPage) : null;
}
