import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { generate } from "selfsigned";
import { end, findPorts, type Started, startProgram } from "../../../scripts/lib/Installation.ts";
import { Phone, type PhoneHosts, type PhoneOptions } from "../../../scripts/lib/Phone.ts";
import { startExternal } from "../../support/databases/testServer.ts";
import { TlsProxy } from "./TlsProxy.ts";

/**
 * The product as a chain runs it on its first day: in production mode, on an installed PostgreSQL without a row, behind
 * TLS. The providers are the sandbox in a process of its own, also behind TLS; both trust the test's authority by
 * `NODE_EXTRA_CA_CERTS` alone.
 */
export class ProductionSystem {
  /** Everything that the server has logged. */
  readonly log: string[];
  /** Where the sandbox is steered, past TLS. */
  readonly installation: { wechatUrl: string; sandboxUrl: string };
  /** What phones open. */
  readonly #hosts: PhoneHosts;
  readonly #browser: Browser;
  readonly #stopAll: () => Promise<void>;

  private constructor(
    browser: Browser,
    parts: Pick<ProductionSystem, "log" | "installation"> & { hosts: PhoneHosts },
    stopAll: () => Promise<void>,
  ) {
    this.#browser = browser;
    this.log = parts.log;
    this.installation = parts.installation;
    this.#hosts = parts.hosts;
    this.#stopAll = stopAll;
  }

  static async start(browser: Browser): Promise<ProductionSystem> {
    const stops: (() => Promise<unknown>)[] = [];
    const stopAll = async () => {
      for (const stop of stops.reverse()) await stop();
    };
    try {
      return new ProductionSystem(browser, await startParts(stops), stopAll);
    } catch (error) {
      await stopAll();
      throw error;
    }
  }

  /** Opens the app on a new phone or desktop with empty storage. */
  async phone(options: PhoneOptions = {}): Promise<Phone> {
    return await Phone.open(this.#browser, this.#hosts, {
      pixelRatio: 1,
      trustsAnyCertificate: true,
      ...options,
    });
  }

  /** Returns the newest code sent to a number. */
  readonly readLatestCode = async (number: string): Promise<string> => {
    const response = await fetch(`${this.installation.sandboxUrl}/sms?phone=${number}`);
    const [newest] = (await response.json()) as { code: string }[];
    if (newest === undefined) throw new Error(`no message was sent to ${number}`);
    return newest.code;
  };

  async close(): Promise<void> {
    await this.#stopAll();
  }
}

/** Creates a certificate for `localhost` that is its own authority. */
async function createIdentity(folder: string) {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  const certificateFile = path.join(folder, "authority.pem");
  await writeFile(certificateFile, cert);
  return { identity: { key, cert }, certificateFile };
}

/** Starts everything, and adds to `stops` what ends it, in the order of starting. */
async function startParts(stops: (() => Promise<unknown>)[]) {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-production-"));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const database = await startExternal();
  stops.push(database.stop);
  const { identity, certificateFile } = await createIdentity(folder);
  const ports = await findPorts();
  const openProxy = async (port: number) => {
    const proxy = await TlsProxy.start(identity, port);
    stops.push(() => proxy.stop());
    return proxy.url;
  };
  const [url, sandboxUrl, wechatUrl] = [
    await openProxy(ports.server),
    await openProxy(ports.sandbox),
    await openProxy(ports.wechat),
  ];
  const run = (started: Started) => {
    stops.push(() => end(started.child));
    return started;
  };
  const sandbox = run(
    startProgram("sandbox.js", {
      DATA_DIR: path.join(folder, "sandbox"),
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_PUBLIC_URL: sandboxUrl,
      SANDBOX_KITCHEN: "0",
      WECHAT_PORT: String(ports.wechat),
      APP_URL: `http://127.0.0.1:${ports.server}`,
      NODE_EXTRA_CA_CERTS: certificateFile,
    }),
  );
  const plainSandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
  const credentials = Object.fromEntries(
    Object.entries((await sandbox.ready).env ?? {}).map(([name, value]) => [
      name,
      value.replace(plainSandboxUrl, sandboxUrl),
    ]),
  );
  const server = run(
    startProgram("main.js", {
      ...credentials,
      WECHAT_ORIGINS: wechatUrl,
      NODE_ENV: "production",
      NODE_EXTRA_CA_CERTS: certificateFile,
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, "data"),
      PORT: String(ports.server),
      PUBLIC_URL: url,
      TRUST_PROXY: "1",
      LOG_LEVEL: "info",
    }),
  );
  const log: string[] = [];
  server.child.stdout?.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  await server.ready;
  return {
    log,
    installation: { wechatUrl: `http://127.0.0.1:${ports.wechat}`, sandboxUrl: plainSandboxUrl },
    hosts: { url, wechatUrl, sandboxUrl: plainSandboxUrl },
  };
}
