import type { Readable } from "node:stream";

/** A stored object. */
export interface StoredObject {
  name: string;
  modifiedAt: Date;
}

/**
 * Stores backups under names with slashes, in a folder or a bucket outside the database's machine. All
 * methods reject with the storage's own error.
 */
export interface BackupStorage {
  /**
   * Stores an object, which appears only when it is complete and replaces one of the same name. It survives a
   * power cut only after `sync`. An abort of `signal` ends it.
   */
  write(name: string, content: Readable, signal?: AbortSignal): Promise<void>;
  /** Makes everything that was written durable: once for many files, which is far faster than for each. */
  sync(): Promise<void>;
  /** Opens an object; null when there is none. The receiver must read it to its end or destroy it. */
  read(name: string): Promise<Readable | null>;
  exists(name: string): Promise<boolean>;
  /** Lists the objects whose names begin with `prefix`, a name that ends in a slash, sorted by name. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes objects; a missing one is no error. */
  remove(names: string[]): Promise<void>;
  /** Removes what killed processes left of unfinished writes, unchanged for an hour. */
  removeLeftovers(): Promise<void>;
  /** Name of the place for messages. */
  readonly label: string;
  close(): void;
}
