import type { QueryRunner } from "../database/Database.ts";
import { insertEvents, type NewEvent } from "./event.repository.ts";

const pendingEvents = new WeakMap<QueryRunner, NewEvent[]>();

/** Publishes an event if and only if the caller's transaction commits. Throws outside a transaction. */
export function publish(tx: QueryRunner, event: NewEvent): void {
  const list = pendingEvents.get(tx);
  if (list === undefined) throw new Error("an event was announced outside a transaction");
  list.push(event);
}

/**
 * Runs the work of a transaction, then inserts the events that it published; returns the work's result and the events'
 * channels, which PostgreSQL itself notifies of with `notifies`.
 */
export async function withOutbox<T>(
  tx: QueryRunner,
  work: (tx: QueryRunner) => Promise<T>,
  options: { notifies: boolean },
): Promise<{ result: T; channels: string[] }> {
  const list: NewEvent[] = [];
  pendingEvents.set(tx, list);
  const result = await work(tx);
  return { result, channels: await insertEvents(tx, list, options) };
}

/** Runs work about the past, whose events no open page waits for: they are dropped. */
export async function withoutEvents<T>(tx: QueryRunner, work: (tx: QueryRunner) => Promise<T>): Promise<T> {
  pendingEvents.set(tx, []);
  return await work(tx);
}
