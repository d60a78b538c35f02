import type { QueryRunner } from "../database/Database.ts";
import { insertEvents, type NewEvent } from "./event.repository.ts";

const pendingEvents = new WeakMap<QueryRunner, NewEvent[]>();

/** Sends an event when the caller's transaction commits, and never when it does not. */
export function publish(tx: QueryRunner, event: NewEvent): void {
  const list = pendingEvents.get(tx);
  if (list === undefined) throw new Error("an event was announced outside a transaction");
  list.push(event);
}

/** Does the work of a transaction, then writes what it announced. */
export async function withOutbox<T>(tx: QueryRunner, work: (tx: QueryRunner) => Promise<T>): Promise<T> {
  const list: NewEvent[] = [];
  pendingEvents.set(tx, list);
  const result = await work(tx);
  await insertEvents(tx, list);
  return result;
}
