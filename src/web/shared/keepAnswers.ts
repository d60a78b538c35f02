import { type Kept, type KeptName, keyOf } from "./keptAnswers.ts";

/** Characters; a menu of some 1,500 dishes. What is larger is not kept, so that there is room for everything else. */
const mostCharacters = 600_000;

/** Keeps an answer in the place of the one before; when the device refuses there is none. Never throws. */
export function keepAnswer(name: KeptName, owner: string, { at, value }: Kept<unknown>): void {
  write(name, `${at} ${owner} ${JSON.stringify(value)}`);
}

/** Says that what is kept was true still at a later moment. Never throws. */
export function confirmKept(name: KeptName, at: number): void {
  try {
    const text = window.localStorage.getItem(keyOf(name));
    if (text !== null) write(name, text.replace(/^\d+/, String(at)));
  } catch {
    // It stays as old as it was.
  }
}

function write(name: KeptName, text: string): void {
  try {
    if (text.length > mostCharacters) throw new RangeError("too large to be kept");
    window.localStorage.setItem(keyOf(name), text);
  } catch {
    forgetAnswer(name);
  }
}

/** Removes what is kept. Never throws. */
export function forgetAnswer(name: KeptName): void {
  try {
    window.localStorage.removeItem(keyOf(name));
  } catch {
    // What could not be kept need not be removed.
  }
}
