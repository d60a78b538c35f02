import type { ChainSettingsSource } from "../platform/Deps.ts";
import type { Database, QueryRunner } from "../platform/database/Database.ts";

/** What a section of the demo is added with. */
export interface Seeding {
  /** The transaction of the seeding, which has an outbox of events. */
  tx: QueryRunner;
  now: Date;
  chainSettings: ChainSettingsSource;
}

/** Demo items of one kind, each under a key that is the same in all versions. */
export interface DemoSection {
  name: string;
  keys: string[];
  /** Returns the keys of the items in the database, whether seeded or created by hand. */
  listExisting(tx: QueryRunner): Promise<string[]>;
  /** Adds the items with these keys. Throws AppError if what people changed leaves no place for them. */
  add(seeding: Seeding, keys: ReadonlySet<string>): Promise<void>;
}

interface SectionOptions<Item> extends Pick<DemoSection, "name" | "listExisting"> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  addAll: (seeding: Seeding, items: Item[]) => Promise<void>;
}

/** Creates a section of items. */
export function createSection<Item>({
  name,
  listExisting,
  items,
  keyOf,
  addAll,
}: SectionOptions<Item>): DemoSection {
  return {
    name,
    listExisting,
    keys: items.map(keyOf),
    add: (seeding, keys) =>
      addAll(
        seeding,
        items.filter((item) => keys.has(keyOf(item))),
      ),
  };
}

/** Name under which the audit log has what the seeding does. */
export const demoActor = "operator:demo";

/** Returns a database whose transactions are parts of one that runs already, for services that begin their own. */
export function joinTransaction(tx: QueryRunner): Database {
  const joined: Pick<Database, "queries" | "lookups" | "transaction"> = {
    queries: tx,
    lookups: tx,
    transaction: (work) => work(tx),
  };
  return joined as Database;
}
