import type { InviteRewards } from "#contract/invite/schema.ts";
import { formatYuan } from "#contract/money.ts";

/** Messages for visitors who opened an invite link. */
export const inviterMessages = {
  label: "好友邀请",
  title: (name: string) => `${name || "您的好友"}请您来尝尝`,
  rewards: ({ inviter_points, invitee_points, minimum_order }: InviteRewards) => {
    const shares = [
      ...(invitee_points === 0 ? [] : [`您得${invitee_points}积分`]),
      ...(inviter_points === 0 ? [] : [`好友得${inviter_points}积分`]),
    ];
    if (shares.length === 0) return "";
    return `第一餐满${formatYuan(minimum_order)}的感谢：${shares.join("，")}`;
  },
  login: "登录",
  close: "收起好友邀请",
};
