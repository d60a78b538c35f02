import { createHash, createHmac, randomUUID } from "node:crypto";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";

/** Sends one-time codes by text message. */
export interface SmsGateway {
  /**
   * Resolves when the provider has accepted the message.
   * @throws GatewayError otherwise
   */
  sendCode(phone: string, code: string): Promise<void>;
}

const timeoutMs = 5_000;
const action = "SendSms";
const version = "2017-05-25";

function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Percent-encodes by RFC 3986, as the signature requires. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Returns the headers of a signed request: Aliyun's signature V3, ACS3-HMAC-SHA256 (help.aliyun.com, "V3
 * request structure and signature").
 */
export function signAcs3(
  request: {
    method: string;
    path: string;
    query: Record<string, string>;
    host: string;
    date: string;
    nonce: string;
  },
  key: { id: string; secret: string },
): { headers: Record<string, string>; query: string } {
  const query = Object.keys(request.query)
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(request.query[name] ?? "")}`)
    .join("&");
  const signed: Record<string, string> = {
    host: request.host,
    "x-acs-action": action,
    "x-acs-content-sha256": sha256Hex(""),
    "x-acs-date": request.date,
    "x-acs-signature-nonce": request.nonce,
    "x-acs-version": version,
  };
  const names = Object.keys(signed).sort();
  const lines = names.map((name) => `${name}:${signed[name]}\n`).join("");
  const canonical = [request.method, request.path, query, lines, names.join(";"), sha256Hex("")].join("\n");
  const signature = createHmac("sha256", key.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256Hex(canonical)}`)
    .digest("hex");
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names.join(";")},Signature=${signature}`;
  const { host: _host, ...headers } = signed;
  return { headers: { ...headers, authorization }, query };
}

/** Client of Aliyun's text message service, `SendSms` of 2017-05-25. */
export class AliyunSms implements SmsGateway {
  readonly #config: Config["sms"];

  constructor(config: Config["sms"]) {
    this.#config = config;
  }

  async sendCode(phone: string, code: string): Promise<void> {
    const config = this.#config;
    const base = new URL(`${config.baseUrl}/`);
    const date = `${new Date().toISOString().slice(0, 19)}Z`;
    const { headers, query } = signAcs3(
      {
        method: "POST",
        path: base.pathname,
        query: {
          PhoneNumbers: phone,
          SignName: config.signName,
          TemplateCode: config.templateCode,
          TemplateParam: JSON.stringify({ code }),
        },
        host: base.host,
        date,
        nonce: randomUUID(),
      },
      { id: config.accessKeyId, secret: config.accessKeySecret },
    );
    const body = await this.#post(`${base.href}?${query}`, headers);
    if (body.Code !== "OK") throw new GatewayError("sms", body.Code ?? "no code in the answer", false);
  }

  async #post(url: string, headers: Record<string, string>): Promise<{ Code?: string }> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return (await response.json()) as { Code?: string };
    } catch (error) {
      throw new GatewayError("sms", "no answer", true, { cause: error });
    }
  }
}
