/** A pattern for LIKE that finds a keyword anywhere; what LIKE would take for a wildcard is escaped. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The parts of a keyword that an index of words knows: every two signs in a row, or the one sign there is. */
export function bigrams(keyword: string): string[] {
  const characters = [...keyword];
  if (characters.length < 2) return characters;
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))];
}
