/** Messages of the share cards. Customers are neither asked to share nor rewarded for it. */
export const shareMessages = {
  home: { title: "食单 · 附近门店现做", desc: "外卖、自取、堂食，想吃什么一键下单" },
  store: (name: string) => ({ title: name, desc: "现点现做，热乎送到家" }),
  storeMenu: (name: string) => ({ title: name, desc: "看看今天有什么好吃的" }),
  takeaway: { title: "食单外卖", desc: "现点现做，热乎送到家" },
  dish: (name: string, yuan: string, isFrom: boolean) => `${name} ${yuan}${isFrom ? "起" : ""}`,
  menu: { title: "食单菜单", desc: "看看今天有什么好吃的" },
  invite: { title: "我常点的食单，推荐你也尝尝", desc: "附近门店现做，外卖、自取、堂食都方便" },
} as const;
