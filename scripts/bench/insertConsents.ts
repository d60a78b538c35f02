import type pg from "pg";

/** Lets customers agree to the texts, without which they cannot order. */
export async function insertConsents(client: pg.Client, userIds: readonly string[]): Promise<void> {
  await client.query(
    `insert into consents (user_id, document, version, action, via, created_at)
      select id, document, 0, 'agreed', 'sms_login', now()
      from unnest($1::text[]) p (id), unnest(array['agreement', 'privacy']) document`,
    [userIds],
  );
}
