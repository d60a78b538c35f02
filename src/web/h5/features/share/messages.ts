const takeawayText = "现点现做，热乎送到家";

/** Messages of the share cards. Customers are neither asked to share nor rewarded for it. */
export const shareMessages = {
  home: (brand: string) => ({ title: brand, desc: takeawayText }),
  store: (name: string) => ({ title: name, desc: takeawayText }),
  storeMenu: (name: string) => ({ title: name, desc: "看看今天有什么好吃的" }),
  takeaway: (brand: string) => ({ title: `${brand}外卖`, desc: takeawayText }),
  takeawayText,
  dish: (name: string, yuan: string, isFrom: boolean) => `${name} ${yuan}${isFrom ? "起" : ""}`,
  menu: (brand: string) => ({ title: `${brand}菜单`, desc: "看看今天有什么好吃的" }),
  invite: (brand: string) => ({ title: `我常点的${brand}，推荐你也尝尝`, desc: takeawayText }),
} as const;
