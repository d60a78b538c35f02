import { createHash, randomBytes } from "node:crypto";
import { newNumber, type PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { Stage } from "../../../scripts/lib/stage.ts";

type Storage = NonNullable<PhoneOptions["storage"]>;

/** A place as the map service names it. */
export interface Place {
  name: string;
  location: string;
  cityname?: string;
}

/** A customer who exists and is logged in, so that a test need not walk through the login. */
export interface Customer {
  phone: string;
  token: string;
  /** The id of the default address; empty without one. */
  addressId: string;
}

/** Near the store SH001, which never closes. */
export const nearStore: Place = { name: "中金国际广场", location: "121.436550,31.189850" };
/** Hundreds of kilometres from every store. */
export const farAway: Place = { name: "拉萨火车站", location: "91.082000,29.627000", cityname: "拉萨市" };

/** Makes a customer with a live token, and with an address when a place is given. */
export async function newCustomer(stage: Stage, place: Place | null = nearStore): Promise<Customer> {
  const phone = newNumber();
  const id = `journey${phone}`;
  await stage.rows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '', $1, now())",
    [id, phone],
  );
  const token = await newToken(stage, id);
  return { phone, token, addressId: place === null ? "" : await addAddress(stage, token, place) };
}

/** A token of somebody (by id) as a login would give it. */
export async function newToken(
  stage: Stage,
  subjectId: string,
  audience: "customer" | "staff" = "customer",
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await stage.rows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, $3, $2, now(), now(), now() + interval '1 day')`,
    [hashOf(token), subjectId, audience],
  );
  return token;
}

/** Ends a session behind the app's back. */
export async function revoke(stage: Stage, token: string): Promise<void> {
  await stage.rows("delete from tokens where hash = $1", [hashOf(token)]);
}

/** Adds a default address; answers its id. */
export async function addAddress(stage: Stage, token: string, place: Place): Promise<string> {
  const city = place.cityname ?? "上海市";
  const response = await fetch(`${stage.installation.url}/api/v1/address/add`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      recipient: "王小明",
      phone: "13812345678",
      location: city,
      details: place.name,
      house_number: "1201室",
      is_default: true,
      poi_info: {
        id: "JOURNEY1",
        name: place.name,
        address: "一条路1号",
        location: place.location,
        adcode: "310104",
        citycode: "021",
        cityname: city,
        adname: "徐汇区",
        type: "商务住宅",
        typecode: "120201",
      },
    }),
  });
  if (response.status !== 200) throw new Error(`the address was refused: ${await response.text()}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** What a phone remembers: the token, and whatever else a test wants it to. */
export function remembering(stage: Stage, kept: Record<string, unknown>): Storage {
  const localStorage = Object.entries(kept).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  return { cookies: [], origins: [{ origin: stage.installation.url, localStorage }] };
}

/** The texts under all keys of a phone's local storage. */
export async function kept(page: {
  evaluate<T>(work: () => T): Promise<T>;
}): Promise<Record<string, string>> {
  return await page.evaluate(() => ({ ...window.localStorage }) as Record<string, string>);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
