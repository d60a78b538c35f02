import { randomBytes } from "node:crypto";
import pg from "pg";
import { notifyChannel, userChannel } from "#server/platform/events/channels.ts";
import { sha256 } from "#server/platform/security/ids.ts";

/** A logged-in customer of the run. */
export interface LoadCustomer {
  id: string;
  token: string;
  channel: string;
}

/** Creates customers with a token each. */
export async function createCustomers(databaseUrl: string, count: number): Promise<LoadCustomer[]> {
  const customers = Array.from({ length: count }, (_, nth) => ({
    id: `crowd-${nth}`,
    token: randomBytes(32).toString("base64url"),
    channel: userChannel(`crowd-${nth}`),
  }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (id, nickname, invite_code, created_at)
      select id, 'n0', 'CR' || lpad(nth::text, 6, '0'), now() from unnest($1::text[]) with ordinality as t (id, nth)`,
    [customers.map(({ id }) => id)],
  );
  await client.query(
    `insert into consents (user_id, document, version, action, via, created_at)
      select id, document, 0, 'agreed', 'sms_login', now()
      from unnest($1::text[]) t (id), unnest(array['agreement', 'privacy']) document`,
    [customers.map(({ id }) => id)],
  );
  await client.query(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
      select hash, 'customer', id, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::text[]) as t (hash, id)`,
    [customers.map(({ token }) => sha256(token)), customers.map(({ id }) => id)],
  );
  await client.end();
  return customers;
}

/** Publishes events to the customers in turn, as a server does at the end of a transaction. */
export class EventPublisher {
  readonly #client: pg.Client;
  readonly #customers: LoadCustomer[];
  #nth = 0;
  #isStopped = false;

  constructor(databaseUrl: string, customers: LoadCustomer[]) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    this.#customers = customers;
  }

  async run(everyMs: number): Promise<void> {
    await this.#client.connect();
    while (!this.#isStopped) {
      const { channel } = this.#customers[this.#nth++ % this.#customers.length] as LoadCustomer;
      await this.#client.query("begin");
      await this.#client.query(
        "select pg_advisory_xact_lock(hashtext('events'), hashtext($1)), pg_notify($2, $1)",
        [channel, notifyChannel],
      );
      await this.#client.query(
        `insert into events (channel, type, payload, created_at) values ($1, 'order', '{"order_id":"x","version":1}', now())`,
        [channel],
      );
      await this.#client.query("commit");
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    await this.#client.end();
  }

  stop(): void {
    this.#isStopped = true;
  }
}

/** Returns every event id of the run by channel, read from the database. */
export async function listEvents(databaseUrl: string): Promise<Map<string, number[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ channel: string; ids: number[] }>(
    "select channel, array_agg(id::int order by id) as ids from events where channel like 'user:crowd-%' group by 1",
  );
  await client.end();
  return new Map(rows.map(({ channel, ids }) => [channel, ids]));
}
