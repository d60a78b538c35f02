import type { BrandTexts } from "#contract/chain-settings/brand.ts";

const takeawayText = "现点现做，热乎送到家";

/** Messages of the share cards. Customers are neither asked to share nor rewarded for it. */
export const shareMessages = {
  home: ({ name, slogan }: BrandTexts) => ({ title: name, desc: slogan }),
  store: (name: string) => ({ title: name, desc: takeawayText }),
  storeMenu: (name: string) => ({ title: name, desc: "看看今天有什么好吃的" }),
  takeaway: ({ name }: BrandTexts) => ({ title: `${name}外卖`, desc: takeawayText }),
  takeawayText,
  dish: (name: string, yuan: string, isFrom: boolean) => `${name} ${yuan}${isFrom ? "起" : ""}`,
  menu: ({ name }: BrandTexts) => ({ title: `${name}菜单`, desc: "看看今天有什么好吃的" }),
  invite: ({ name, slogan }: BrandTexts) => ({ title: `我常点的${name}，推荐你也尝尝`, desc: slogan }),
} as const;
