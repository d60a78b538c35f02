import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { sha256 } from "#server/platform/security/ids.ts";
import { Session } from "#web/lib/session/Session.ts";
import { createBuyer } from "../support/api/buyers.ts";
import {
  createStaffToken,
  createToken,
  endpointUrl,
  listEndpoints,
  type NamedEndpoint,
  namedEndpoints,
} from "../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

/** Paths outside the contract's envelope: the provider's notifications, live events and files. */
const pathsOutsideContract =
  / \/api\/v1\/(payment\/wechat\/|(chat\/admin\/)?events$|files\/|account\/data-copies\/\{id\})/;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

async function send(call: NamedEndpoint, headers: Record<string, string> = {}) {
  const { method } = call.endpoint;
  const response = await app.server.inject({ method, url: endpointUrl(call.endpoint), headers });
  const body = response.json<{ code: number; data: { error?: string } | null }>();
  return { status: response.statusCode, code: body.code, error: body.data?.error };
}

function bearerHeader(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

describe("every endpoint of the contract", () => {
  test.each(namedEndpoints)("$name is on the server", ({ endpoint }) => {
    expect(app.server.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true);
  });

  test("stands in the OpenAPI document under its method and path", async () => {
    const document = await app.server.inject("/api/docs/json");
    const { paths } = document.json<{ paths: Record<string, Record<string, unknown>> }>();
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = namedEndpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`,
    );
    expect(listed.filter((line) => !pathsOutsideContract.test(line)).sort()).toEqual(declared.sort());
  });

  test("has a path and method of its own", () => {
    const names = namedEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

/** Lists the statuses allowed for a request without input; a resource named by the path may be missing. */
function expectedStatuses(name: string): number[] {
  // The demo has administrators.
  if (name === "staffAuth.requestSetupCode") return [409];
  const hasName = namedEndpoints.some((call) => call.name === name && call.endpoint.path.includes(":"));
  return hasName ? [200, 400, 403, 404, 415] : [200, 400, 403, 415];
}

test("every endpoint responds to its principals", async () => {
  const buyer = await createBuyer(app);
  const headers = {
    public: {},
    customer: bearerHeader(buyer.token ?? ""),
    staff: bearerHeader(await createStaffToken(app)),
    either: bearerHeader(buyer.token ?? ""),
  };
  // Logging out would revoke the token that the other requests use.
  const others = namedEndpoints.filter(({ name }) => name !== "user.logout" && name !== "staffAuth.logout");
  // Sequential, because concurrent image uploads of one user are refused.
  for (const call of others) {
    const { name } = call;
    const { status } = await send(call, headers[call.endpoint.principal]);
    expect({ name, isAnswered: expectedStatuses(name).includes(status) }).toEqual({ name, isAnswered: true });
  }
});

describe("strangers learn only that they are not logged in", () => {
  let wrong: Record<"customer" | "staff" | "either", Record<string, Record<string, string>>>;

  beforeAll(async () => {
    const { userId } = await createBuyer(app);
    const [agent] = await app.sql<{ id: string }>("select id from staff where role = 'agent'");
    const expired = {
      customer: await createToken(app, "customer", userId, -1),
      staff: await createToken(app, "staff", agent!.id, -1),
    };
    const revoked = await createToken(app, "customer", userId);
    const gone = await createStaffToken(app);
    await app.server.inject({
      method: "POST",
      url: userEndpoints.logout.path,
      headers: bearerHeader(revoked),
    });
    await app.sql("delete from tokens where hash = $1", [sha256(gone)]);
    wrong = {
      customer: {
        none: {},
        garbage: bearerHeader("x".repeat(43)),
        expired: bearerHeader(expired.customer),
        revoked: bearerHeader(revoked),
        "of staff": bearerHeader(await createStaffToken(app)),
      },
      staff: {
        none: {},
        garbage: bearerHeader("x".repeat(43)),
        expired: bearerHeader(expired.staff),
        revoked: bearerHeader(gone),
        "of a customer": bearerHeader(await createToken(app, "customer", userId)),
      },
      either: {
        none: {},
        garbage: bearerHeader("x".repeat(43)),
        "of a customer, expired": bearerHeader(expired.customer),
        "of staff, expired": bearerHeader(expired.staff),
        "of a customer, revoked": bearerHeader(revoked),
        "of staff, revoked": bearerHeader(gone),
      },
    };
  });

  const guarded = [...listEndpoints("customer"), ...listEndpoints("staff"), ...listEndpoints("either")];

  test.each(guarded)("$name answers 401 to every wrong token", async (call) => {
    const { principal } = call.endpoint;
    if (principal === "public") throw new Error("public calls have no guard");
    for (const [kind, headers] of Object.entries(wrong[principal])) {
      expect({ kind, ...(await send(call, headers)) }).toEqual({
        kind,
        status: 401,
        code: 401,
        error: "unauthenticated",
      });
    }
  });

  test.each(listEndpoints("public"))("$name does not ask who calls", async (call) => {
    for (const headers of [{}, bearerHeader("x".repeat(43)), { authorization: "Basic abc" }]) {
      expect((await send(call, headers)).status).not.toBe(401);
    }
  });
});

describe("the token that standard clients send", () => {
  /** Standard clients choose by the path alone: one of these anywhere in it selects the service token. */
  const servicePaths = ["/chat/admin", "/service_auth", "/order/refund"];
  const carriesServiceToken = (path: string) => servicePaths.some((part) => path.includes(part));

  /** Staff endpoints that only our own staff app calls. */
  const isOwnStaffCall = (path: string) => /\/(card|order|restaurant|user)\/admin\//.test(path);

  /** These endpoints come before a staff login and take no token. */
  const beforeLogin = [
    "sendCode",
    "login",
    "beginFactor",
    "enrolFactor",
    "verifyFactor",
    "setupStatus",
    "requestSetupCode",
    "setUp",
  ].map((name) => `staffAuth.${name}`);
  /** Deprecated endpoints for old clients; they also take a customer's token, which such clients send. */
  const oldPaths = ["order.oldRefundRequest"];
  const ruled = namedEndpoints.filter(({ name }) => ![...beforeLogin, ...oldPaths].includes(name));

  test.each(ruled.filter(({ endpoint }) => endpoint.principal !== "staff"))(
    "$name lies under no prefix of staff",
    ({ endpoint }) => {
      expect(carriesServiceToken(endpoint.path) || isOwnStaffCall(endpoint.path)).toBe(false);
    },
  );

  test.each(listEndpoints("staff"))("$name lies under a prefix of staff", ({ endpoint }) => {
    expect(carriesServiceToken(endpoint.path) || isOwnStaffCall(endpoint.path)).toBe(true);
  });

  test.each(ruled.filter(({ endpoint }) => !isOwnStaffCall(endpoint.path)))(
    "$name carries the same token when our own app calls it",
    ({ endpoint }) => {
      const session = new Session();
      session.token = "customer";
      session.serviceToken = "staff";
      const byRule = carriesServiceToken(endpoint.path) ? "staff" : "customer";
      expect(session.tokenFor(endpoint.principal)).toBe(byRule);
    },
  );

  test("paths beside the contract follow the rule too", async () => {
    const document = await app.server.inject("/api/docs/json");
    const paths = Object.keys(document.json<{ paths: object }>().paths);
    const declared = namedEndpoints.map(({ endpoint }) => endpoint.path.replace(/:(\w+)/g, "{$1}"));
    const beside = paths.filter((path) => !declared.includes(path));
    expect(beside.filter(carriesServiceToken)).toEqual(["/api/v1/chat/admin/events"]);
  });

  test("the endpoints before a staff login are public by design", () => {
    const found = namedEndpoints
      .filter(({ name }) => beforeLogin.includes(name))
      .map(({ endpoint }) => endpoint);
    expect(found.map(({ principal }) => principal)).toEqual(beforeLogin.map(() => "public"));
    expect(found.every(({ path }) => carriesServiceToken(path))).toBe(true);
  });

  test("the deprecated path of a refund request takes either token", () => {
    const [call] = namedEndpoints.filter(({ name }) => oldPaths.includes(name));
    expect(call?.endpoint).toMatchObject({ path: "/api/v1/order/refund-request", principal: "either" });
  });
});
