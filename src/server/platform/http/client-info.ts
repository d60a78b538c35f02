import type { FastifyRequest } from "fastify";
import { deviceHeader } from "#contract/constants.ts";
import { toClientNetwork } from "../limits/client-network.ts";
import { sha256 } from "../security/ids.ts";

/** Client of a request, as far as rate limits can distinguish anonymous clients. */
export interface ClientInfo {
  /** The IPv4 address or IPv6 /64 that the request came from. */
  network: string;
  /** Hash of the secret that the device generated for itself; null for clients that send none. */
  device: string | null;
  userAgent: string;
}

const deviceSecretPattern = /^[\w-]{22,64}$/;

/** Reads the client of a request; a malformed device secret counts as none. */
export function toClientInfo(request: FastifyRequest): ClientInfo {
  // `request.ip` is undefined once the client has disconnected.
  const deviceSecret = request.headers[deviceHeader];
  const userAgent = request.headers["user-agent"] ?? "";
  const isSecret = typeof deviceSecret === "string" && deviceSecretPattern.test(deviceSecret);
  return {
    network: toClientNetwork(request.ip ?? "gone"),
    device: isSecret ? sha256(deviceSecret) : null,
    userAgent,
  };
}
