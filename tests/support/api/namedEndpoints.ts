import { type ApiResource, contract } from "#contract/contract.ts";
import type { Endpoint, Principal } from "#contract/endpoint.ts";
import type { EndpointSchema } from "#contract/schema-helpers.ts";
import { generateToken, sha256 } from "#server/platform/security/ids.ts";
import { tokens } from "#server/schema/accounts.ts";
import type { TestApp } from "./testApp.ts";

/** An endpoint of the contract under the name that tests use, for example "order.pay". */
export interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
  shape: EndpointSchema;
}

/** All endpoints of the contract. */
export const namedEndpoints: NamedEndpoint[] = Object.entries(
  contract as Record<string, ApiResource>,
).flatMap(([resource, { endpoints, schemas }]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({
    name: `${resource}.${name}`,
    endpoint,
    shape: schemas[name]!,
  })),
);

/** Lists the endpoints of one kind of caller. */
export function listEndpoints(principal: Principal): NamedEndpoint[] {
  return namedEndpoints.filter((call) => call.endpoint.principal === principal);
}

/** Returns a path with placeholders for its parameters. */
export function endpointUrl(endpoint: Endpoint): string {
  return endpoint.path.replace(/:\w+/g, "somebody");
}

/** Creates a token that is valid for `lifeMs` ms, for a customer or a member of staff. */
export async function createToken(
  app: TestApp,
  audience: "customer" | "staff",
  subjectId: string,
  lifeMs = 3_600_000,
): Promise<string> {
  const token = generateToken();
  const now = app.clock.now();
  await app.database.queries.insert(tokens).values({
    hash: sha256(token),
    audience,
    subjectId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  return token;
}

/** Creates a token of the demo's service agent. */
export async function createStaffToken(app: TestApp, lifeMs?: number): Promise<string> {
  const [agent] = await app.sql<{ id: string }>("select id from staff where role = 'agent'");
  return await createToken(app, "staff", agent!.id, lifeMs);
}
