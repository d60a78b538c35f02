import type { InviteRewards as Rewards } from "#contract/invite/schema.ts";

/**
 * Messages of inviting friends. Points are thanks for a first meal; customers are neither asked nor paid to
 * share.
 */
export const inviteMessages = {
  failed: "获取邀请信息失败",
  slogan: "把喜欢的味道，介绍给朋友",
  thanks: ({ inviter_points, invitee_points, delay_days }: Rewards) => {
    const shares = [
      ...(inviter_points === 0 ? [] : [`您${inviter_points}`]),
      ...(invitee_points === 0 ? [] : [`好友${invitee_points}`]),
    ];
    if (shares.length === 0) return "";
    return `好友吃好第一餐，${delay_days === 0 ? "" : `${delay_days}天后`}送上感谢积分：${shares.join("，")}`;
  },
  rules: "邀请规则",
  stats: { invited: "已邀请", ordered: "已下单", points: "感谢积分", withdrawable: "可提现" },
  withdraw: "提现",
  code: "我的邀请码",
  copy: "复制",
  copyLink: "复制链接",
  copied: "已复制",
  copyFailed: "复制失败，请长按内容复制",
  wechatShareHint: "想告诉朋友时，点右上角 ··· 发送给朋友",
  poster: "查看海报",
  posterTitle: "邀请海报",
  posterAlt: "邀请海报，含我的邀请二维码",
  posterSaveHint: "长按图片即可保存",
  posterSave: "保存海报",
  posterFailed: "海报生成失败，请重试",
  posterFile: (brand: string) => `${brand}邀请海报.png`,
  records: "邀请记录",
  recordsFailed: "获取邀请记录失败",
  recordsEmpty: "还没有好友加入，好东西值得慢慢分享",
  states: {
    registered: "已注册",
    ordered: "已下单，感谢积分待发放",
    rewarded: "感谢积分已发放",
    revoked: "订单退款，积分已收回",
  },
  bindOpen: "填写好友的邀请码",
  bindTitle: "填写邀请码",
  bindField: "邀请码",
  bindFieldHint: "8位字母和数字",
  bindRequired: "请输入邀请码",
  bindHint: (days: number | undefined) => `${days ? `注册${days}天内、` : ""}首次下单前可以填写，每人一次`,
  bind: "提交",
  bound: "邀请码已填写",
  /** For an invite link that a logged-in customer opened. */
  linked: {
    bound: "已绑定好友的邀请",
    refusals: {
      own: "这是您自己的邀请链接",
      taken: "您已绑定过其他好友的邀请，不能更改",
      late: "这份邀请只限新朋友使用，您可以照常点餐",
      loop: "对方是您邀请的好友，不能互相邀请",
      unknown: "这个邀请链接已失效，您可以照常点餐",
    },
  },
  bindFailed: "填写失败，请重试",
} as const;
