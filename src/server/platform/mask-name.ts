/** A name as strangers may see it: its first character, and nothing of how long it is. */
export function maskName(name: string): string {
  const [first] = name;
  return first === undefined ? "" : `${first}**`;
}
