import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { staff } from "#server/schema/service.ts";
import {
  customerRows,
  type Expected,
  type Input,
  principals,
  publicRows,
  type Row,
  type Who,
} from "../support/api/access/rows.ts";
import { staffRows } from "../support/api/access/staffRows.ts";
import { canary, fingerprint, newVictim, type Victim } from "../support/api/access/Victim.ts";
import { newBuyer } from "../support/api/buyers.ts";
import { calls, type NamedCall, newToken } from "../support/api/calls.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const rows: Record<string, Row> = { ...publicRows, ...customerRows, ...staffRows };
const ordered = Object.keys(rows).flatMap((name) => calls.filter((call) => call.name === name));
const dayMs = 86_400_000;

let app: TestApp;
let victim: Victim;
const tokens = new Map<Who, string>();

async function newMember(role: "agent" | "store" | "admin", restaurantId: string | null): Promise<string> {
  const id = newId();
  const phone = `188${String(10_000_000 + tokens.size)}`;
  const member = { id, phone, name: "同事", role, restaurantId, createdAt: app.clock.now() };
  await app.database.queries.insert(staff).values(member);
  return await newToken(app, "staff", id, dayMs);
}

beforeAll(async () => {
  app = await startTestApp();
  victim = await newVictim(app);
  tokens.set("stranger", (await newBuyer(app)).token ?? "");
  tokens.set("agent", await newMember("agent", null));
  tokens.set("store", await newMember("store", "SH001"));
  tokens.set("foreign", await newMember("store", "SH002"));
  tokens.set("admin", await newMember("admin", null));
  tokens.set("dismissed", await newMember("admin", null));
  await app.sql("update staff set disabled_at = now() where phone = '18810000005'");
});

afterAll(async () => {
  await app.close();
});

function expectedOf(call: NamedCall, row: Row, who: Who): Expected {
  if (call.endpoint.principal === "public") return row.anybody ?? "internal";
  if (call.endpoint.principal === "customer")
    return who === "stranger" ? (row.stranger ?? "internal") : "unauthenticated";
  if (call.endpoint.principal === "either" && who === "stranger") return row.stranger ?? "internal";
  const nth = ["agent", "store", "foreign", "admin"].indexOf(who);
  return row.staff?.[nth] ?? "unauthenticated";
}

async function send({ endpoint }: NamedCall, input: Input, who: Who) {
  const token = tokens.get(who);
  const { params = {}, query = {}, body, form } = input;
  const response = await app.server.inject({
    method: endpoint.method,
    remoteAddress: `10.0.0.${principals.indexOf(who) + 1}`,
    url: endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? name),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(form && { "content-type": "multipart/form-data; boundary=----test" }),
    },
    ...(form !== undefined ? { payload: form } : body !== undefined ? { payload: body as object } : {}),
  });
  return { status: response.statusCode, text: response.body };
}

/** What became of it, in the words of the table. */
function outcomeOf({ status, text }: { status: number; text: string }, expected: Expected): string {
  if (status !== 200) return (JSON.parse(text) as { data: { error: string } }).data.error;
  if (expected === "works") return "works";
  const leaks = [
    canary,
    victim.phone,
    victim.buyer.userId,
    victim.addressId,
    victim.withdrawalId,
    victim.pictureId,
  ];
  const leaked = leaks.filter((one) => text.includes(one));
  return leaked.length === 0 ? "own" : `leaks ${leaked.join(", ")}`;
}

test("every call of the contract has its row, and no row is without a call", () => {
  expect(ordered.map(({ name }) => name).sort()).toEqual(calls.map(({ name }) => name).sort());
});

describe.each(ordered)("$name", (call) => {
  const row = rows[call.name] as Row;

  test.each(principals)("answers %s as it should, and who is refused has changed nothing", async (who) => {
    const expected = expectedOf(call, row, who);
    const before = await fingerprint(app, victim);
    const input = (await row.input?.(victim, app)) ?? {};
    expect(outcomeOf(await send(call, input, who), expected)).toBe(expected);
    if (expected !== "works") expect(await fingerprint(app, victim)).toEqual(before);
  });
});
