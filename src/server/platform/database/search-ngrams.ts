/** Returns a LIKE pattern that finds a keyword anywhere; LIKE's own wildcards are escaped. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Splits a keyword into the bigrams of the search index: every two adjacent characters, or the single one.
 */
export function bigrams(keyword: string): string[] {
  const characters = [...keyword];
  if (characters.length < 2) return characters;
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))];
}
