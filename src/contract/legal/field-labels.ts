import type { FieldLabel } from "../field-labels.ts";

/** Labels of the fields of the legal texts and of consent. */
export const legalFieldLabels: Readonly<Record<string, FieldLabel>> = {
  "legal/text:name": ["选择", "协议名称"],
  shown: ["提供", "看到的协议版本"],
  consent: ["提供", "看到的协议版本"],
  agreement: ["提供", "用户协议的版本"],
  privacy: ["提供", "隐私政策的版本"],
  via: ["提供", "同意的方式"],
  "chat/admin/legal-texts:name": ["选择", "文本"],
  "chat/admin/legal-texts/read:name": ["选择", "文本"],
  "chat/admin/legal-texts/history:name": ["选择", "文本"],
  "chat/admin/legal-texts:body": ["输入", "正文"],
  needs_consent: ["选择", "是否需要重新同意"],
};
