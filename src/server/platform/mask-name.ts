/** Masks a name for other users: its first character, and no hint of its length. */
export function maskName(name: string): string {
  const [first] = name;
  return first === undefined ? "" : `${first}**`;
}
