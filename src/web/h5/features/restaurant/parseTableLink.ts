/** The store and the table of a table's code. */
export interface TableLink {
  readonly restaurantId: string;
  readonly table: string;
}

/** Reads what a camera read off a table (a link to `/menu?restaurant_id=…&table=…`); null when it is something else. */
export function parseTableLink(text: string): TableLink | null {
  // The host is not compared: whatever it is, the way leads into this app.
  const [, path = "", search = ""] = /^https?:\/\/[^/?#]+(\/[^?#]*)\?([^#]*)/.exec(text.trim()) ?? [];
  if (!/^\/menu\/?$/.test(path)) return null;
  const query = new URLSearchParams(search);
  const restaurantId = query.get("restaurant_id") ?? "";
  const table = query.get("table")?.trim() ?? "";
  return /^[\w-]{1,64}$/.test(restaurantId) && table !== "" ? { restaurantId, table } : null;
}
