import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/security/ids.ts";
import { staff } from "#server/schema/service.ts";
import {
  type AccessCase,
  customerAccessCases,
  type EndpointInput,
  type ExpectedOutcome,
  publicAccessCases,
} from "../support/api/access/accessCases.ts";
import {
  type CrossAccountCase,
  canaryText,
  createCrossAccountCase,
  hashOwnedRows,
} from "../support/api/access/CrossAccountCase.ts";
import { principals, staffPlaces, type TestPrincipal } from "../support/api/access/principals.ts";
import { staffAccessCases } from "../support/api/access/staffAccessCases.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { createToken, type NamedEndpoint, namedEndpoints } from "../support/api/namedEndpoints.ts";
import { setRestaurants } from "../support/api/restaurantStaff.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const accessCases: Record<string, AccessCase> = {
  ...publicAccessCases,
  ...customerAccessCases,
  ...staffAccessCases,
};
const orderedEndpoints = Object.keys(accessCases).flatMap((name) =>
  namedEndpoints.filter((call) => call.name === name),
);
const dayMs = 86_400_000;

let app: TestApp;
let victim: CrossAccountCase;
const tokens = new Map<TestPrincipal, string>();

async function createStaffToken(
  role: "agent" | "store" | "admin",
  restaurantIds: readonly string[] = [],
): Promise<string> {
  const id = newId();
  const phone = `188${String(10_000_000 + tokens.size)}`;
  const member = { id, phone, name: "同事", role, createdAt: app.clock.now() };
  await app.database.queries.insert(staff).values(member);
  await setRestaurants(app, id, restaurantIds);
  return await createToken(app, "staff", id, dayMs);
}

beforeAll(async () => {
  app = await startTestApp();
  victim = await createCrossAccountCase(app);
  tokens.set("stranger", (await createBuyer(app)).token ?? "");
  tokens.set("agent", await createStaffToken("agent"));
  tokens.set("store", await createStaffToken("store", ["SH001"]));
  tokens.set("foreign", await createStaffToken("store", ["SH002"]));
  tokens.set("several", await createStaffToken("store", ["SH001", "SH003"]));
  tokens.set("severalForeign", await createStaffToken("store", ["SH002", "SH003"]));
  tokens.set("admin", await createStaffToken("admin"));
  tokens.set("dismissed", await createStaffToken("admin"));
  await app.sql("update staff set disabled_at = now() where phone = '18810000007'");
});

afterAll(async () => {
  await app.close();
});

function expectedOutcome(
  call: NamedEndpoint,
  accessCase: AccessCase,
  principal: TestPrincipal,
): ExpectedOutcome {
  if (call.endpoint.principal === "public") return accessCase.expectedForAll ?? "internal";
  if (call.endpoint.principal === "customer")
    return principal === "stranger" ? (accessCase.expectedForStranger ?? "internal") : "unauthenticated";
  if (call.endpoint.principal === "either" && principal === "stranger")
    return accessCase.expectedForStranger ?? "internal";
  return accessCase.expectedForStaff?.[staffPlaces[principal] ?? -1] ?? "unauthenticated";
}

async function send({ endpoint }: NamedEndpoint, input: EndpointInput, principal: TestPrincipal) {
  const token = tokens.get(principal);
  const { params = {}, query = {}, body, form } = input;
  const response = await app.server.inject({
    method: endpoint.method,
    remoteAddress: `10.0.0.${principals.indexOf(principal) + 1}`,
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

/** Returns the outcome in the terms of the access table: an error code, "works" or a leak. */
function actualOutcome(
  { status, text }: { status: number; text: string },
  expected: ExpectedOutcome,
): string {
  if (status !== 200) return (JSON.parse(text) as { data: { error: string } }).data.error;
  if (expected === "works") return "works";
  const leaks = [
    canaryText,
    victim.phone,
    victim.buyer.userId,
    victim.addressId,
    victim.withdrawalId,
    victim.pictureId,
  ];
  const leaked = leaks.filter((item) => text.includes(item));
  return leaked.length === 0 ? "own" : `leaks ${leaked.join(", ")}`;
}

test("every endpoint of the contract has a row, and every row an endpoint", () => {
  expect(orderedEndpoints.map(({ name }) => name).sort()).toEqual(
    namedEndpoints.map(({ name }) => name).sort(),
  );
});

describe.each(orderedEndpoints)("$name", (call) => {
  const accessCase = accessCases[call.name] as AccessCase;

  test.each(principals)(
    "answers %s as it should, and who is refused has changed nothing",
    async (principal) => {
      const expected = expectedOutcome(call, accessCase, principal);
      const before = await hashOwnedRows(app, victim);
      const input = (await accessCase.input?.(victim, app)) ?? {};
      expect(actualOutcome(await send(call, input, principal), expected)).toBe(expected);
      if (expected !== "works") expect(await hashOwnedRows(app, victim)).toEqual(before);
    },
  );
});
