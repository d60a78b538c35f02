import { createHash, randomBytes } from "node:crypto";
import { createPhoneNumber, type PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";

type Storage = NonNullable<PhoneOptions["storage"]>;

/** A place as the map service returns it. */
export interface Place {
  name: string;
  location: string;
  cityname?: string;
}

/** A registered, logged-in customer, so that a test can skip the login. */
export interface Customer {
  phone: string;
  token: string;
  /** Id of the default address; empty without one. */
  addressId: string;
}

/** Near the restaurant SH001, which never closes. */
export const nearRestaurant: Place = { name: "中金国际广场", location: "121.436550,31.189850" };
/** Hundreds of kilometres from every restaurant. */
export const farAway: Place = { name: "拉萨火车站", location: "91.082000,29.627000", cityname: "拉萨市" };

/** Creates a customer with a valid token, and with an address when a place is given. */
export async function createCustomer(
  environment: TestEnvironment,
  place: Place | null = nearRestaurant,
): Promise<Customer> {
  const phone = createPhoneNumber();
  const id = `journey${phone}`;
  await environment.queryRows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '', $1, now())",
    [id, phone],
  );
  const token = await createToken(environment, id);
  return { phone, token, addressId: place === null ? "" : await addAddress(environment, token, place) };
}

/** Creates a token for a subject (by id) as a login would, at which a customer agrees to the texts. */
export async function createToken(
  environment: TestEnvironment,
  subjectId: string,
  audience: "customer" | "staff" = "customer",
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await environment.queryRows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, $3, $2, now(), now(), now() + interval '1 day')`,
    [hashToken(token), subjectId, audience],
  );
  if (audience === "customer") await storeConsent(environment, subjectId);
  return token;
}

/** Stores a customer's consent to the sample texts, unless they have agreed to something before. */
async function storeConsent(environment: TestEnvironment, userId: string): Promise<void> {
  await environment.queryRows(
    `insert into consents (user_id, document, version, action, via, created_at)
     select $1, document, 0, 'agreed', 'sms_login', now() from unnest(array['agreement', 'privacy']) document
     where not exists (select 1 from consents where user_id = $1)`,
    [userId],
  );
}

/** Revokes a session directly in the database. */
export async function revokeToken(environment: TestEnvironment, token: string): Promise<void> {
  await environment.queryRows("delete from tokens where hash = $1", [hashToken(token)]);
}

/** Adds a default address; returns its id. */
export async function addAddress(environment: TestEnvironment, token: string, place: Place): Promise<string> {
  const city = place.cityname ?? "上海市";
  const response = await fetch(`${environment.installation.url}/api/v1/address/add`, {
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

/** Returns a phone's initial local storage: the token and the given values. */
export function storageState(environment: TestEnvironment, values: Record<string, unknown>): Storage {
  const localStorage = Object.entries(values).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  return { cookies: [], origins: [{ origin: environment.installation.url, localStorage }] };
}

/** Returns all values of a phone's local storage. */
export async function readLocalStorage(page: {
  evaluate<T>(work: () => T): Promise<T>;
}): Promise<Record<string, string>> {
  return await page.evaluate(() => ({ ...window.localStorage }) as Record<string, string>);
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
