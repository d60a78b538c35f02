/** The address of the document as it was loaded, noted by the first script before the router changes it. */
export const entryUrl = { current: "" };

/** An address as WeChat signs it: without the part behind the hash. */
export function stripHash(url: string): string {
  return url.replace(/#.*/, "");
}
