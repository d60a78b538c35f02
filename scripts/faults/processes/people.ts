import { randomBytes } from "node:crypto";
import pg from "pg";
import { sha256 } from "#server/platform/ids.ts";
import { newsName, userChannel } from "#server/platform/live/channels.ts";

/** A customer of the run, logged in. */
export interface Person {
  id: string;
  token: string;
  channel: string;
}

/** Makes customers with a token each. */
export async function makePeople(databaseUrl: string, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, nth) => ({
    id: `crowd-${nth}`,
    token: randomBytes(32).toString("base64url"),
    channel: userChannel(`crowd-${nth}`),
  }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (id, nickname, invite_code, created_at)
      select id, 'n0', 'CR' || lpad(nth::text, 6, '0'), now() from unnest($1::text[]) with ordinality as t (id, nth)`,
    [people.map(({ id }) => id)],
  );
  await client.query(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
      select hash, 'customer', id, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::text[]) as t (hash, id)`,
    [people.map(({ token }) => sha256(token)), people.map(({ id }) => id)],
  );
  await client.end();
  return people;
}

/** Announces something to one customer after the other, as a server does at the end of a transaction. */
export class Announcer {
  readonly #client: pg.Client;
  readonly #people: Person[];
  #nth = 0;
  #isOver = false;

  constructor(databaseUrl: string, people: Person[]) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    this.#people = people;
  }

  async run(everyMs: number): Promise<void> {
    await this.#client.connect();
    while (!this.#isOver) {
      const { channel } = this.#people[this.#nth++ % this.#people.length] as Person;
      await this.#client.query("begin");
      await this.#client.query(
        "select pg_advisory_xact_lock(hashtext('events'), hashtext($1)), pg_notify($2, $1)",
        [channel, newsName],
      );
      await this.#client.query(
        `insert into events (channel, type, payload, at) values ($1, 'order', '{"order_id":"x","version":1}', now())`,
        [channel],
      );
      await this.#client.query("commit");
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    await this.#client.end();
  }

  stop(): void {
    this.#isOver = true;
  }
}

/** Every event of the run by channel, as the database has them. */
export async function eventsOf(databaseUrl: string): Promise<Map<string, number[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ channel: string; ids: number[] }>(
    "select channel, array_agg(id::int order by id) as ids from events where channel like 'user:crowd-%' group by 1",
  );
  await client.end();
  return new Map(rows.map(({ channel, ids }) => [channel, ids]));
}
