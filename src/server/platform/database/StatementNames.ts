import { LRUCache } from "lru-cache";

/** Uses after which a statement is prepared: those of imports and of lists of many lengths are rarely sent as often. */
const minUses = 10;
/** Maximum number of statements that a connection prepares: it holds the plans of each in memory. */
const maxNames = 300;
const maxCountedTexts = 2_000;

/**
 * Names the statements that are sent often, so that PostgreSQL parses each once per connection and, where that is no worse,
 * plans it once (https://www.postgresql.org/docs/current/sql-prepare.html).
 */
export class StatementNames {
  readonly #uses = new LRUCache<string, number>({ max: maxCountedTexts });
  readonly #names = new Map<string, string>();
  #count = 0;

  /** Counts a use of a text; returns its name, or undefined when it is not to be prepared. */
  use(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    if (uses < minUses || this.#count === maxNames) return undefined;
    this.#count += 1;
    const newName = `statement_${this.#count}`;
    this.#names.set(text, newName);
    this.#uses.delete(text);
    return newName;
  }

  /** Drops the name of a text whose columns have changed their types; it is prepared anew under another one. */
  forget(text: string): void {
    this.#names.delete(text);
  }
}
