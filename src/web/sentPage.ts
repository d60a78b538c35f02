/** What a page that the server made brings along. */
export interface SentPage {
  /** The moment it was made for, in ms; its words may depend on the hour. */
  at: number;
  /** The answers it was made from, by the address of the call. */
  answers: Record<string, unknown>;
  /** It lay on the device since an earlier visit: what it shows has to be asked for again. */
  isOld: boolean;
}

/** The name of the element that carries it. */
export const sentPageId = "sent";

/** What this document brought; null when it is an empty shell. */
export function readSentPage(): SentPage | null {
  const text = document.getElementById(sentPageId)?.textContent;
  if (!text) return null;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Going back, and opening a tab again, take a document from the device without asking whether it is true still.
  const isOld = visit?.type === "back_forward" || visit?.transferSize === 0;
  return { ...(JSON.parse(text) as Pick<SentPage, "at" | "answers">), isOld };
}
