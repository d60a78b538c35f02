import { GatewayError } from "../../gateways/GatewayError.ts";

/** Reasons of providers that say what to change, by the code that they answer with. */
const reasons: Readonly<Record<string, string>> = {
  // developers.weixin.qq.com, "stable access token", return codes
  "40001": "AppSecret 不正确",
  "40013": "AppID 不正确",
  "40125": "AppSecret 不正确",
  "40164": "服务器的 IP 不在公众号的 IP 白名单里",
  "40243": "AppSecret 已被冻结",
  // pay.weixin.qq.com, API v3, common error codes
  SIGN_ERROR: "签名不正确，请检查商户私钥和证书序列号",
  NO_AUTH: "商户号没有这个产品的权限",
  MCH_NOT_EXISTS: "商户号不存在",
  // help.aliyun.com, common error codes of the OpenAPI
  "InvalidAccessKeyId.NotFound": "AccessKey ID 不存在",
  "InvalidAccessKeyId.Inactive": "AccessKey 已停用",
  SignatureDoesNotMatch: "AccessKey Secret 不正确",
  "Forbidden.RAM": "AccessKey 没有短信服务的权限",
  "sign not found": "账号里没有这个短信签名",
  "sign not approved": "短信签名还没有通过审核",
  "template not found": "账号里没有这个短信模板",
  "template not approved": "短信模板还没有通过审核",
};

/** Returns what is wrong with a provider as a sentence; rethrows what is no answer of a provider. */
export function describeProviderProblem(provider: string, error: unknown): string {
  if (!(error instanceof GatewayError)) throw error;
  if (error.isUnknown) return `连不上${provider}，请检查网络和地址，或稍后再试`;
  return `${provider}：${reasons[error.code] ?? `请求被拒绝（${error.code}），请检查账号和密钥`}`;
}
