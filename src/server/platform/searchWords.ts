/** A pattern for LIKE that finds a keyword anywhere; what LIKE would take for a wildcard is escaped. */
export function contains(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The parts of a keyword that an index of words knows: every two signs in a row, or the one sign there is. */
export function partsOf(keyword: string): string[] {
  const signs = [...keyword];
  if (signs.length < 2) return signs;
  return [...new Set(signs.slice(1).map((sign, before) => `${signs[before]}${sign}`))];
}
