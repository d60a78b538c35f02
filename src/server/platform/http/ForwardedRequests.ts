import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Deps } from "../Deps.ts";
import { newId } from "../security/ids.ts";
import { getSigningKey } from "../security/signing-key.ts";

const probeHeader = "x-shidan-probe";
const keyName = "proxy-probe-key";

type Headers = Record<string, unknown>;

/** A request to this system that asks how it arrives. */
interface Probe {
  headers: Record<string, string>;
  /** Returns from the answer's headers whether a proxy forwarded the request that no setting names. */
  wasIgnored(answer: { get(name: string): string | null }): boolean;
}

/**
 * Tells whether requests come through a proxy which the settings do not name: all customers would count as one address,
 * and share its limits. Only what the checklist itself sends counts, since anybody can send the header of a proxy.
 */
export class ForwardedRequests {
  readonly #isUnnamed: boolean;
  readonly #deps: Pick<Deps, "database" | "clock" | "log">;
  #isLogged = false;
  #key: Buffer | undefined;

  constructor(trustProxy: Deps["config"]["trustProxy"], deps: Pick<Deps, "database" | "clock" | "log">) {
    this.#isUnnamed = trustProxy === false || trustProxy === 0;
    this.#deps = deps;
  }

  /** Creates a probe with a random word of its own, signed, so that nobody else gets an answer. */
  async createProbe(): Promise<Probe> {
    const word = newId();
    const mac = await this.#sign(word);
    return {
      headers: { [probeHeader]: `${word}.${mac}` },
      wasIgnored: (answer) => answer.get(probeHeader) === `${word}.ignored`,
    };
  }

  /** Returns whether a request was forwarded, or says so, by a proxy that no setting names. */
  concerns(headers: Headers): boolean {
    return this.#isUnnamed && headers["x-forwarded-for"] !== undefined;
  }

  /** Looks at a request that it concerns: logs the first one, and answers a probe. */
  async observe(headers: Headers, reply: Pick<FastifyReply, "header">): Promise<void> {
    if (!this.#isLogged) {
      this.#isLogged = true;
      this.#deps.log.info(
        "A request came with X-Forwarded-For, which TRUST_PROXY=0 ignores. If a proxy is in front of this server, TRUST_PROXY has to be the number of proxies; if none is, a client sent the header itself, and 0 is right.",
      );
    }
    const probe = headers[probeHeader];
    if (typeof probe !== "string") return;
    const [word = "", mac = ""] = probe.split(".");
    const [sent, expected] = [Buffer.from(mac), Buffer.from(await this.#sign(word))];
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return;
    reply.header(probeHeader, `${word}.ignored`);
  }

  async #sign(word: string): Promise<string> {
    this.#key ??= Buffer.from(await getSigningKey(this.#deps, keyName), "base64");
    return createHmac("sha256", this.#key).update(`proxy probe ${word}`).digest("base64url");
  }
}
