import type { FastifyRequest } from "fastify";
import { deviceHeader } from "#contract/constants.ts";
import { toClientNetwork } from "../limits/client-network.ts";
import { sha256 } from "../security/ids.ts";

/** Who asks, as far as limits can tell strangers apart. */
export interface ClientInfo {
  /** The IPv4 address or IPv6 /64 that the request came from. */
  network: string;
  /** The hash of the secret that the device made for itself; null for clients that send none. */
  device: string | null;
  userAgent: string;
}

const deviceSecretPattern = /^[\w-]{22,64}$/;

/** The asker of a request; a secret that is too short to be one counts as none. */
export function toClientInfo(request: FastifyRequest): ClientInfo {
  // A client that has hung up has no address any more.
  const deviceSecret = request.headers[deviceHeader];
  const userAgent = request.headers["user-agent"] ?? "";
  const isSecret = typeof deviceSecret === "string" && deviceSecretPattern.test(deviceSecret);
  return {
    network: toClientNetwork(request.ip ?? "gone"),
    device: isSecret ? sha256(deviceSecret) : null,
    userAgent,
  };
}
