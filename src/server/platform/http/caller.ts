import type { FastifyRequest } from "fastify";

/** Who sent a request: the id of a customer or of a member of staff, both "" for a public request. */
export interface Caller {
  customerId: string;
  staffId: string;
  tokenHash: string;
}

/** Caller of a public endpoint. */
export const anonymousCaller: Caller = { customerId: "", staffId: "", tokenHash: "" };

const callerByRequest = new WeakMap<FastifyRequest, Caller>();

/** Stores the caller of a request. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  callerByRequest.set(request, caller);
}

/** Returns the authenticated caller of a request; undefined before authentication. */
export function findCaller(request: FastifyRequest): Caller | undefined {
  return callerByRequest.get(request);
}

/**
 * Verifies a bearer token for an audience and returns its subject.
 * @throws AppError("unauthenticated")
 */
export type Guard = (
  authorization: string | undefined,
  audience: "customer" | "staff",
) => Promise<{ subjectId: string; tokenHash: string }>;

/**
 * Returns the Authorization header; undefined for a duplicate one, because Node keeps the first and a proxy
 * may keep the last.
 */
export function getAuthorization(request: FastifyRequest): string | undefined {
  const isName = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === "authorization";
  const isAmbiguous = request.raw.rawHeaders.filter(isName).length > 1;
  return isAmbiguous ? undefined : request.headers.authorization;
}

/**
 * Verifies the token of a request, stores its caller and returns the token's subject.
 * @throws AppError("unauthenticated")
 */
export async function authenticateAs(
  request: FastifyRequest,
  guard: Guard,
  audience: "customer" | "staff",
): Promise<{ subjectId: string; tokenHash: string }> {
  const verified = await guard(getAuthorization(request), audience);
  const { subjectId, tokenHash } = verified;
  callerByRequest.set(request, {
    customerId: audience === "customer" ? subjectId : "",
    staffId: audience === "staff" ? subjectId : "",
    tokenHash,
  });
  return verified;
}
