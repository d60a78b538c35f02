/** Parses a whole number from 1 to `max`; null if invalid. */
export function parseWholeNumber(text: string, max: number): number | null {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
}

/** Parses an amount in yuan and returns it in fen, from 1 to `max` fen; null if invalid. */
export function parseFen(text: string, max: number): number | null {
  const parts = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (parts === null) return null;
  const fen = Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return fen >= 1 && fen <= max ? fen : null;
}
