/** Legal texts of the chain, in the order in which they are listed. */
export const legalTextNames = [
  "agreement",
  "privacy",
  "third-parties",
  "personal-data",
  "points-rules",
  "invite-rules",
  "about",
] as const;
export type LegalTextName = (typeof legalTextNames)[number];

/** Texts that customers agree to before they order. */
export const consentTextNames = ["agreement", "privacy"] as const satisfies readonly LegalTextName[];
export type ConsentTextName = (typeof consentTextNames)[number];

/** Titles of the texts. */
export const legalTextTitles: Readonly<Record<LegalTextName, string>> = {
  agreement: "用户协议",
  privacy: "隐私政策",
  "third-parties": "第三方共享清单",
  "personal-data": "个人信息收集清单",
  "points-rules": "积分规则",
  "invite-rules": "邀请规则",
  about: "关于我们",
};

/** Most characters of a text: about a hundred printed pages. */
export const legalTextMax = 120_000;

/** Returns whether a text is one that customers agree to. */
export function isConsentText(name: LegalTextName): name is ConsentTextName {
  return consentTextNames.some((one) => one === name);
}
