import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { ensureCredentials } from "./credentials.ts";
import { type SandboxEnvironment, sandboxEnvironment } from "./environment.ts";
import { renderIndexPage } from "./indexPage.ts";
import { Kitchen } from "./kitchen/Kitchen.ts";
import { kitchenRoutes } from "./kitchen/kitchen.routes.ts";
import { TokenFile } from "./kitchen/TokenFile.ts";
import type { Delays } from "./kitchen/timing.ts";
import { mapsRoutes } from "./maps/maps.routes.ts";
import { apiV3Routes } from "./pay/apiV3.routes.ts";
import { cashierRoutes } from "./pay/cashier.routes.ts";
import { controlRoutes } from "./pay/control.routes.ts";
import { NOTIFY_BACKOFF_MS } from "./pay/Notifier.ts";
import { PaymentProvider } from "./pay/PaymentProvider.ts";
import { ObjectStore } from "./s3/ObjectStore.ts";
import { s3Routes } from "./s3/s3.routes.ts";
import { type AllowedHosts, findOriginError, toAllowedHosts } from "./shared/findOriginError.ts";
import { Inbox } from "./sms/Inbox.ts";
import { smsRoutes } from "./sms/sms.routes.ts";
import { buildClient } from "./wechat/client/buildClient.ts";
import { authorizeRoutes, openControlRoutes } from "./wechat/open/authorize.routes.ts";
import { OpenPlatformState } from "./wechat/open/OpenPlatformState.ts";
import { openApiRoutes } from "./wechat/open/openApi.routes.ts";

/**
 * Start options; `host` defaults to this machine only, port 0 picks a free port, `publicUrl` (without a
 * trailing slash) is the address for browsers.
 */
export type SandboxSettings = {
  host?: string;
  port?: number;
  /** Port of the app inside the simulated WeChat; a free one by default when `port` is 0. */
  wechatPort?: number;
  /** URL of the product server shown there. */
  appUrl?: string;
  dataDir: string;
  publicUrl?: string;
  notifyBackoffMs?: readonly number[];
  /** Whether the kitchen is open from the start (default: closed), and its delays. */
  kitchen?: { isEnabled?: boolean; pauses?: Delays };
};

/** A running sandbox; `env` contains the settings that point the product server at it. */
export type Sandbox = {
  url: string;
  /** URL of the app inside the simulated WeChat. */
  wechatUrl: string;
  env: SandboxEnvironment;
  close: () => Promise<void>;
};

/** The simulated services. */
type SandboxServices = {
  provider: PaymentProvider;
  open: OpenPlatformState;
  inbox: Inbox;
  kitchen: Kitchen;
  objects: ObjectStore;
  hidesStaffCodes: boolean;
  publicUrl: () => string;
};

function buildApp(
  {
    provider: payments,
    open: openPlatform,
    inbox,
    kitchen,
    objects: objectStore,
    hidesStaffCodes,
    publicUrl,
  }: SandboxServices,
  wechatUrl: () => string,
  allowedHostNames: () => AllowedHosts,
): FastifyInstance {
  const { keys, timers } = payments;
  const app = Fastify({
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    ajv: { customOptions: { removeAdditional: false } },
  });
  app.addHook("onRequest", async ({ raw }, reply) => {
    const originError = findOriginError(raw, allowedHostNames());
    if (originError !== null)
      return reply.code(403).type("text/plain; charset=utf-8").send(`${originError}\n`);
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get("/", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(renderIndexPage(wechatUrl())),
  );
  app.register(
    smsRoutes(
      { inbox, hidesStaffCodes },
      { id: keys.smsAccessKeyId, secret: keys.smsAccessKeySecret },
      timers,
    ),
  );
  const { mapsServerKey: serverKey, mapsBrowserKey: browserKey } = keys;
  app.register(mapsRoutes({ serverKey, browserKey, publicUrl }, timers));
  app.register(s3Routes(objectStore, timers));
  app.register(apiV3Routes(payments), { prefix: "/wxpay" });
  app.register(cashierRoutes(payments));
  app.register(controlRoutes(payments));
  app.register(authorizeRoutes(openPlatform));
  app.register(openApiRoutes(openPlatform, timers));
  app.register(openControlRoutes(openPlatform));
  app.register(kitchenRoutes(kitchen));
  return app;
}

/** Returns the address for this machine, also when the sandbox listens on all interfaces. */
function getServerUrl(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  const reachableHost = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachableHost.includes(":") ? `[${reachableHost}]` : reachableHost}:${port}`;
}

/** Returns whether an address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** Host names registered with the simulated WeChat. */
function registeredDomains(...urls: string[]): string[] {
  const hostnames = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname);
  return ["127.0.0.1", "localhost", ...hostnames];
}

/** Starts the sandbox and its client; on rejection (EADDRINUSE and the like) nothing is left running. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { host = "127.0.0.1", port = 8090, dataDir, notifyBackoffMs = NOTIFY_BACKOFF_MS } = settings;
  const { wechatPort = port === 0 ? 0 : 8091, appUrl = "http://127.0.0.1:8080" } = settings;
  const dir = join(dataDir, "sandbox");
  const keys = await ensureCredentials(dir);
  let publicUrl = settings.publicUrl ?? "";
  const payments = new PaymentProvider({ dir, keys, publicUrl: () => publicUrl, notifyBackoffMs });
  const openPlatform = new OpenPlatformState(keys, registeredDomains(publicUrl, appUrl), () => publicUrl);
  const allowedHostNames = () => toAllowedHosts(publicUrl, appUrl, `http://${host}`);
  const client = buildClient({ openPlatform, payments, appUrl, allowedHosts: allowedHostNames });
  const inbox = new Inbox();
  const tokenFile = new TokenFile(join(dir, "kitchen.json"));
  const kitchen = new Kitchen({ appUrl, inbox, tokens: tokenFile, pauses: settings.kitchen?.pauses });
  const objectStore = new ObjectStore(join(dir, "bucket"));
  const hidesStaffCodes = !isLoopback(host);
  const services = {
    provider: payments,
    open: openPlatform,
    inbox,
    kitchen,
    objects: objectStore,
    hidesStaffCodes,
    publicUrl: () => publicUrl,
  };
  const app = buildApp(services, () => getServerUrl(client, host), allowedHostNames);
  const close = async (): Promise<void> => {
    await kitchen.setEnabled(false);
    await Promise.all([app.close(), client.close()]);
    await payments.close();
  };
  try {
    await app.listen({ host, port });
    await client.listen({ host, port: wechatPort });
  } catch (error) {
    await close();
    throw error;
  }
  const [url, wechatUrl] = [getServerUrl(app, host), getServerUrl(client, host)];
  publicUrl = publicUrl || url;
  payments.resume();
  await kitchen.setEnabled(settings.kitchen?.isEnabled === true);
  return { url, wechatUrl, env: sandboxEnvironment(keys, { url, publicUrl, wechatUrl }), close };
}
