import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TimerGroup } from "../shared/TimerGroup.ts";
import { type AccessKey, type AcsError, NonceCache, verifyAcsSignature } from "./acs3Signature.ts";
import type { Inbox, SmsMessage } from "./Inbox.ts";
import { renderSmsPage } from "./smsPage.ts";

/** Behaviour of the gateway; `fail_status` and `fail_code` define the error response of mode "fail". */
type SmsBehaviour = {
  mode: "ok" | "fail" | "slow";
  delay_ms: number;
  fail_status: number;
  fail_code: string;
};

const behaviourSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    mode: { enum: ["ok", "fail", "slow"] },
    delay_ms: { type: "integer", minimum: 0, maximum: 600_000 },
    fail_status: { type: "integer", minimum: 200, maximum: 599 },
    fail_code: { type: "string", pattern: "^[A-Za-z_.]{2,60}$" },
  },
};

/** A message; `code` is empty for one that tells of a changed number. */
type SmsRequest = { phone: string; code: string; text: string };

function badRequest(code: string, message: string): AcsError {
  return { status: 400, code, message };
}

/** Templates with the one parameter of each, and the text that it stands in. */
const templates: Readonly<Record<string, { parameter: string; format: (value: string) => string }>> = {
  SMS_100000001: {
    parameter: "code",
    format: (code) => `验证码 ${code}，5 分钟内有效。如非本人操作，请忽略本短信。`,
  },
  SMS_100000002: {
    parameter: "phone",
    format: (phone) => `您的账号已更换手机号为 ${phone}。如非本人操作，请立即联系客服。`,
  },
};

function parseParameter(templateParam: string, name: string): string | null {
  try {
    const value: unknown = JSON.parse(templateParam);
    const found =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
    return typeof found === "string" && found !== "" ? found : null;
  } catch {
    return null;
  }
}

/** Parses the message of a SendSms request, or returns the error. */
function parseSmsRequest(request: FastifyRequest): SmsRequest | AcsError {
  const form = Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "";
  const values = new URLSearchParams(`${(request.raw.url ?? "").split("?")[1] ?? ""}&${form}`);
  const missing = ["PhoneNumbers", "SignName", "TemplateCode"].find((name) => !values.get(name));
  if (missing) return badRequest(`Missing${missing}`, `${missing} is mandatory for this action.`);
  const phone = (values.get("PhoneNumbers") ?? "").replace(/^(?:\+?86|0086)/, "");
  if (!/^1[3-9]\d{9}$/.test(phone))
    return badRequest("isv.MOBILE_NUMBER_ILLEGAL", `${phone}invalid mobile number`);
  const sign = signs.find(({ SignName }) => SignName === values.get("SignName"));
  if (sign?.AuditStatus !== "AUDIT_STATE_PASS")
    return badRequest("isv.SMS_SIGNATURE_ILLEGAL", "该账号下找不到对应签名");
  const template = templates[values.get("TemplateCode") ?? ""];
  if (template === undefined) return badRequest("isv.SMS_TEMPLATE_ILLEGAL", "该账号下找不到对应模板");
  const value = parseParameter(values.get("TemplateParam") ?? "", template.parameter);
  if (value === null) return badRequest("isv.INVALID_JSON_PARAM", "参数格式错误，请修改为字符串值");
  const text = `「${sign.SignName}」${template.format(value)}`;
  return { phone, code: template.parameter === "code" ? value : "", text };
}

const signs = [
  { SignName: "食单", AuditStatus: "AUDIT_STATE_PASS" },
  { SignName: "巷口小馆", AuditStatus: "AUDIT_STATE_PASS" },
  { SignName: "待审核", AuditStatus: "AUDIT_STATE_INIT" },
];

/** What the account has, as its lists tell it. */
const accountLists: Readonly<Record<string, object>> = {
  QuerySmsSignList: { SmsSignList: signs },
  QuerySmsTemplateList: {
    SmsTemplateList: Object.keys(templates).map((code) => ({
      TemplateCode: code,
      AuditStatus: "AUDIT_STATE_PASS",
    })),
  },
};

function findActionError({ headers }: FastifyRequest): AcsError | null {
  const action = String(headers["x-acs-action"]);
  if (action !== "SendSms" && !Object.hasOwn(accountLists, action))
    return { status: 404, code: "InvalidAction.NotFound", message: "Specified api is not found." };
  if (headers["x-acs-version"] === "2017-05-25") return null;
  return badRequest("InvalidVersion", "Specified parameter Version is not valid.");
}

function sendResponse(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  extra: object = {},
) {
  return reply
    .code(status)
    .send({ Code: code, Message: message, RequestId: randomUUID().toUpperCase(), ...extra });
}

/** The gateway's API in the format of Alibaba Cloud's SendSms (RPC style, signature version 3). */
function gatewayRoutes(inbox: Inbox, behaviour: SmsBehaviour, key: AccessKey, timers: TimerGroup) {
  return async (app: FastifyInstance): Promise<void> => {
    const nonces = new NonceCache();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const { method, headers } = request;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const error =
        verifyAcsSignature({ method, url: request.raw.url ?? "", headers, body }, key, nonces) ??
        findActionError(request);
      if (error) return sendResponse(reply, error.status, error.code, error.message);
      const refuse = () =>
        sendResponse(reply, behaviour.fail_status, behaviour.fail_code, "触发号码天级流控Permits:10");
      const list = accountLists[String(headers["x-acs-action"])];
      if (list !== undefined)
        return behaviour.mode === "fail" ? refuse() : sendResponse(reply, 200, "OK", "OK", list);
      const smsRequest = parseSmsRequest(request);
      if ("status" in smsRequest)
        return sendResponse(reply, smsRequest.status, smsRequest.code, smsRequest.message);
      if (behaviour.mode === "fail") return refuse();
      if (behaviour.mode === "slow") await timers.delay(behaviour.delay_ms);
      inbox.add({ ...smsRequest, at: new Date().toISOString() });
      return sendResponse(reply, 200, "OK", "OK", { BizId: `${Date.now()}^0` });
    }

    for (const url of ["/aliyun-sms", "/aliyun-sms/"]) {
      app.route({ method: ["GET", "POST"], url, exposeHeadRoute: false, handler: handle });
    }
  };
}

/** Phone numbers of the demo's staff. */
const staffPattern = /^1390000000\d$/;

/** Masks the code in a message that would allow a staff login. */
function maskStaffCode(message: SmsMessage): SmsMessage {
  if (!staffPattern.test(message.phone) || message.code === "") return message;
  return { ...message, code: "", text: message.text.replaceAll(message.code, "（员工验证码不显示）") };
}

/** The inbox that the gateway fills; codes of staff are hidden when it is readable from other machines. */
export type SmsOptions = { inbox: Inbox; hidesStaffCodes: boolean };

/** The SMS gateway, the inbox it fills (page and JSON) and its switch. */
export function smsRoutes({ inbox, hidesStaffCodes }: SmsOptions, key: AccessKey, timers: TimerGroup) {
  return async (app: FastifyInstance): Promise<void> => {
    const behaviour: SmsBehaviour = {
      mode: "ok",
      delay_ms: 3_000,
      fail_status: 400,
      fail_code: "isv.BUSINESS_LIMIT_CONTROL",
    };
    await app.register(gatewayRoutes(inbox, behaviour, key, timers));

    app.get<{ Querystring: { phone?: string; filter?: string } }>(
      "/sms",
      async ({ query, headers }, reply) => {
        const wantsJson = query.phone !== undefined || headers.accept?.includes("application/json") === true;
        reply.header("Cache-Control", "no-store");
        const stored = inbox.list(query.phone);
        const messages = hidesStaffCodes ? stored.map(maskStaffCode) : stored;
        if (wantsJson) return messages;
        return reply
          .type("text/html; charset=utf-8")
          .send(renderSmsPage(messages, query.filter?.trim() ?? ""));
      },
    );
    app.get("/sms/behaviour", async () => behaviour);
    app.post<{ Body: Partial<SmsBehaviour> }>(
      "/sms/behaviour",
      { schema: { body: behaviourSchema } },
      async ({ body }) => Object.assign(behaviour, body),
    );
  };
}
