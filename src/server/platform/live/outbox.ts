import type { Queries } from "../Database.ts";
import { type NewEvent, writeEvents } from "./eventRows.ts";

const announced = new WeakMap<Queries, NewEvent[]>();

/** Sends an event when the caller's transaction commits, and never when it does not. */
export function announce(tx: Queries, event: NewEvent): void {
  const list = announced.get(tx);
  if (list === undefined) throw new Error("an event was announced outside a transaction");
  list.push(event);
}

/** Does the work of a transaction, then writes what it announced. */
export async function withOutbox<T>(tx: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
  const list: NewEvent[] = [];
  announced.set(tx, list);
  const result = await work(tx);
  await writeEvents(tx, list);
  return result;
}
