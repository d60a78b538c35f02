import type { LegalTextName } from "#contract/legal/texts.ts";

/** Messages of the legal texts, and of the consent to them. */
export const legalMessages = {
  sample: "示范文本，请由律师审阅",
  version: (version: number, date: string) => `第 ${version} 版，${date} 更新`,
  failed: "文本加载失败",
  listFailed: "协议与规则加载失败",
  notFound: "没有这份文本",
  notOffered: "这里没有提供协议文本",
  all: "全部协议与规则",
  notices: "备案与证照",
  minors: "未成年人提示",
  licences: "证照",
  businessLicence: "营业执照",
  foodLicence: "食品经营许可证",
  licenceBroken: "图片无法显示",
  /** The box at the login. */
  box: { before: "我已阅读并同意", and: "和", missing: "请先阅读并勾选同意《用户协议》和《隐私政策》" },
  titleMark: (title: string) => `《${title}》`,
  sheet: {
    first: "请阅读并同意",
    changed: "协议有更新",
    firstText: "为了给您提供点餐服务，我们需要您同意以下协议。您的手机号、地址和订单只用于点餐、配送和售后。",
    changedText: (titles: string) => `${titles}已更新，请阅读后决定是否继续。`,
    newest: "文本刚刚又有更新，请再看一下",
    agree: "同意并继续",
    refuse: "不同意",
    refuseNote: "不同意会退出登录，仍可以浏览门店和菜单；购物车会保留。",
    failed: "保存失败，请重试",
    refused: "已退出登录，您仍可以浏览门店和菜单",
  },
  page: {
    failed: "授权状态加载失败",
    agreed: (date: string, version: number) => `${date} 同意第 ${version} 版`,
    agreedSample: (date: string) => `${date} 同意示范文本`,
    missing: "尚未同意最新版本",
    withdraw: "撤回同意",
    withdrawConfirm: "撤回后不能下单，已有的订单不受影响；再次同意后可以继续下单。确定撤回吗？",
    withdrawn: "已撤回同意",
    withdrawFailed: "撤回失败，请重试",
    withdrawnNote: "您已撤回同意，暂时不能下单。",
    missingNote: "同意最新的协议后才能下单。",
    agree: "查看并同意",
    effect: "您可以随时撤回同意。撤回后不能下单，浏览、已有订单和售后不受影响。",
    erase: "要删除全部信息，可以注销账号。",
    account: "去账号与安全",
  },
} as const;

/** Short descriptions in the list of texts. */
export const legalTextHints: Readonly<Record<LegalTextName, string>> = {
  agreement: "点餐、订单和退款的约定",
  privacy: "我们怎样处理和保护您的信息",
  "third-parties": "短信、地图、微信等提供方",
  "personal-data": "收集哪些信息，用来做什么",
  "points-rules": "怎样得到和使用积分",
  "invite-rules": "邀请好友和奖励",
  about: "联系方式和经营信息",
};
