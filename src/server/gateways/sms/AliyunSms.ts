import { createHash, createHmac, randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";
import { type CallLog, ProviderCalls } from "../ProviderCalls.ts";

/** Sends one-time codes by text message. */
export interface SmsGateway {
  /**
   * Resolves when the provider has accepted the message.
   * @throws GatewayError otherwise
   */
  sendCode(phone: string, code: string): Promise<void>;
  /**
   * Tells a number that its account has another one, which is masked; without a template for it nothing is sent.
   * @throws GatewayError when the provider refused the message or gave no answer
   */
  sendPhoneChanged(phone: string, newPhone: string): Promise<void>;
  /**
   * Checks that the provider accepts the key, and has approved the signature and the template.
   * @throws GatewayError otherwise; its code is the provider's, or "sign not found", "sign not approved" and the same
   * of the template
   */
  checkSetup(): Promise<void>;
  /**
   * Checks that the provider has approved a signature.
   * @throws GatewayError otherwise; its code is the provider's, or "sign not found", "sign not approved"
   */
  checkSign(name: string): Promise<void>;
}

const timeoutMs = 5_000;
/** Code of SendSms for a signature that is unknown or not approved (help.aliyun.com, "SendSms", error codes). */
const signatureRefused = "isv.SMS_SIGNATURE_ILLEGAL";
const version = "2017-05-25";
/** Signatures and templates of one answer, and the most answers that are read. */
const pageSize = 50;
const maxPages = 10;

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
    action: string;
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
    "x-acs-action": request.action,
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

/** A signature or a template, and the provider's decision about it. */
interface Reviewed {
  AuditStatus?: string;
}

interface SmsResponse {
  Code?: string;
  SmsSignList?: (Reviewed & { SignName?: string })[];
  SmsTemplateList?: (Reviewed & { TemplateCode?: string })[];
}

interface SmsOptions {
  /** Returns the signature that the head office has set; "" for that of the configuration. */
  getSign: () => string;
  log: CallLog & Pick<FastifyBaseLogger, "error">;
}

/** Client of Aliyun's text message service, version 2017-05-25. */
export class AliyunSms implements SmsGateway {
  readonly #config: Config["sms"];
  readonly #options: SmsOptions;
  readonly #calls: ProviderCalls;

  constructor(config: Config["sms"], options: SmsOptions) {
    this.#config = config;
    this.#options = options;
    this.#calls = new ProviderCalls("sms", options.log);
  }

  get #signName(): string {
    return this.#options.getSign() || this.#config.signName;
  }

  async sendPhoneChanged(phone: string, newPhone: string): Promise<void> {
    const { phoneChangedTemplateCode: template } = this.#config;
    if (template !== "") await this.#sendSigned(phone, template, { phone: newPhone });
  }

  async sendCode(phone: string, code: string): Promise<void> {
    await this.#sendSigned(phone, this.#config.templateCode, { code });
  }

  /** Sends with the configuration's signature what the provider refuses with another, so that all can still log in. */
  async #sendSigned(phone: string, template: string, parameters: Record<string, string>): Promise<void> {
    const { signName } = this.#config;
    try {
      await this.#send(phone, { template, parameters }, this.#signName);
    } catch (error) {
      const isRefused = error instanceof GatewayError && error.code === signatureRefused;
      if (!isRefused || this.#signName === signName) throw error;
      this.#options.log.error({ sign: this.#signName }, "the provider refuses the signature of the settings");
      await this.#send(phone, { template, parameters }, signName);
    }
  }

  async #send(
    phone: string,
    { template, parameters }: { template: string; parameters: Record<string, string> },
    sign: string,
  ): Promise<void> {
    await this.#call("SendSms", {
      PhoneNumbers: phone,
      SignName: sign,
      TemplateCode: template,
      TemplateParam: JSON.stringify(parameters),
    });
  }

  // help.aliyun.com, "QuerySmsSignList" and "QuerySmsTemplateList"
  async checkSetup(): Promise<void> {
    const { templateCode } = this.#config;
    await this.checkSign(this.#signName);
    await this.#requireApproved("template", "QuerySmsTemplateList", (body) =>
      body.SmsTemplateList?.find(({ TemplateCode }) => TemplateCode === templateCode),
    );
  }

  async checkSign(name: string): Promise<void> {
    await this.#requireApproved("sign", "QuerySmsSignList", (body) =>
      body.SmsSignList?.find(({ SignName }) => SignName === name),
    );
  }

  async #requireApproved(
    what: string,
    action: string,
    find: (body: SmsResponse) => Reviewed | undefined,
  ): Promise<void> {
    for (let page = 1; page <= maxPages; page += 1) {
      const body = await this.#call(action, { PageIndex: String(page), PageSize: String(pageSize) });
      const found = find(body);
      if (found?.AuditStatus === "AUDIT_STATE_PASS") return;
      if (found !== undefined) throw new GatewayError("sms", `${what} not approved`, false);
      if ((body.SmsSignList ?? body.SmsTemplateList ?? []).length < pageSize) break;
    }
    throw new GatewayError("sms", `${what} not found`, false);
  }

  async #call(action: string, parameters: Record<string, string>): Promise<SmsResponse> {
    const { baseUrl, accessKeyId: id, accessKeySecret: secret } = this.#config;
    const base = new URL(`${baseUrl}/`);
    const date = `${new Date().toISOString().slice(0, 19)}Z`;
    const request = {
      action,
      method: "POST",
      path: base.pathname,
      query: parameters,
      host: base.host,
      date,
      nonce: randomUUID(),
    };
    const { headers, query } = signAcs3(request, { id, secret });
    return await this.#calls.run(action, async () => {
      const body = await this.#post(`${base.href}?${query}`, headers);
      if (body.Code !== "OK") throw new GatewayError("sms", body.Code ?? "no code in the answer", false);
      return body;
    });
  }

  async #post(url: string, headers: Record<string, string>): Promise<SmsResponse> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return (await response.json()) as SmsResponse;
    } catch (error) {
      throw new GatewayError("sms", "no answer", true, { cause: error });
    }
  }
}
