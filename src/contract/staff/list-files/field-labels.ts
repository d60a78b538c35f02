import type { FieldLabel } from "../../field-labels.ts";

const lists = ["chat/admin/audit", "chat/admin/vouchers", "chat/admin/security/events"];
const refunds = ["order/admin/refund-requests", "order/admin/failed-refunds"];
const otherLists = ["card/admin/cards", "user/admin/withdrawals", "order/admin/orders", ...refunds];

/** Labels of the fields that lists of staff are filtered by. */
export const listFieldLabels: Readonly<Record<string, FieldLabel>> = Object.fromEntries([
  ...[...lists, ...otherLists].flatMap((path): [string, FieldLabel][] => [
    [`${path}:from`, ["选择", "开始日期"]],
    [`${path}:until`, ["选择", "结束日期"]],
  ]),
  ["holder", ["选择", "是否绑定"]],
  ["order/admin/orders:after", ["输入", "上一页的最后一笔订单"]],
]);
