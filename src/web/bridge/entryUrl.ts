/** URL of the document as it was loaded, recorded by the first script before the router changes it. */
export const entryUrl = { current: "" };

/** Returns the URL as WeChat signs it: without the hash. */
export function stripHash(url: string): string {
  return url.replace(/#.*/, "");
}
