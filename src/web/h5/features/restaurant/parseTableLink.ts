/** Restaurant and table of a table's QR code. */
export interface TableLink {
  readonly restaurantId: string;
  readonly table: string;
}

/** Parses a table's QR code (a link to `/menu?restaurant_id=…&table=…`); null for anything else. */
export function parseTableLink(text: string): TableLink | null {
  // The host is not compared: only the path and query are used, inside this app.
  const [, path = "", search = ""] = /^https?:\/\/[^/?#]+(\/[^?#]*)\?([^#]*)/.exec(text.trim()) ?? [];
  if (!/^\/menu\/?$/.test(path)) return null;
  const query = new URLSearchParams(search);
  const restaurantId = query.get("restaurant_id") ?? "";
  const table = query.get("table")?.trim() ?? "";
  return /^[\w-]{1,64}$/.test(restaurantId) && table !== "" ? { restaurantId, table } : null;
}
