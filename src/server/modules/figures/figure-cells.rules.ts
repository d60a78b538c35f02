import type { ChainFigures } from "#contract/staff/figures/chain.schema.ts";
import type { FigureSums } from "#contract/staff/figures/schema.ts";
import type { Cell } from "../../platform/tables/table-file.ts";
import { netOf, refundOf } from "./figure-sums.rules.ts";

/** Makes the cell of an amount. */
export const fen = (value: number): Cell => ({ fen: value });

/** Sums as cells of a row, with their heads. */
const sumCells: readonly [string, (sums: FigureSums) => Cell][] = [
  ["订单", ({ orders }) => orders],
  ["销售额", ({ sales }) => fen(sales)],
  ["微信收款", ({ wechat }) => fen(wechat)],
  ["会员卡收款", ({ card }) => fen(card)],
  ["使用积分", ({ points_used }) => points_used],
  ["餐券订单", ({ voucher_orders }) => voucher_orders],
  ["退款笔数", ({ refunds }) => refunds],
  ["微信退款", ({ wechat_refund }) => fen(wechat_refund)],
  ["会员卡退款", ({ card_refund }) => fen(card_refund)],
  ["其他方式退款", ({ other_refund }) => fen(other_refund)],
  ["退回积分", ({ points_returned }) => points_returned],
  ["退款合计", (sums) => fen(refundOf(sums))],
  ["实收净额", (sums) => fen(netOf(sums))],
  ["迟到的付款", ({ late }) => fen(late)],
  ["迟到付款的退回", ({ late_refund, late_other_refund }) => fen(late_refund + late_other_refund)],
  ["付款前取消", ({ cancelled_unpaid }) => cancelled_unpaid],
  ["付款后取消", ({ cancelled_paid }) => cancelled_paid],
  ["退回的餐券", ({ voucher_returns }) => voucher_returns],
  ["新顾客", ({ first_orders }) => first_orders],
  ["接单订单", ({ accepted_orders }) => accepted_orders],
  ["接单用时（秒）", ({ accept_seconds }) => accept_seconds],
  ["出餐订单", ({ ready_orders }) => ready_orders],
  ["出餐用时（秒）", ({ ready_seconds }) => ready_seconds],
];
/** Heads of the sums. */
export const sumHead = sumCells.map(([head]) => head);
/** Makes the cells of sums. */
export const sumRow = (sums: FigureSums): Cell[] => sumCells.map(([, read]) => read(sums));

/** Items of what was received and given back, with count and amount. */
export const payments: readonly [string, (sums: FigureSums) => [count: Cell, amount: Cell]][] = [
  ["微信支付", (sums) => [sums.wechat_orders, fen(sums.wechat)]],
  ["会员卡", (sums) => [sums.card_orders, fen(sums.card)]],
  ["积分抵扣", (sums) => [sums.points_orders, fen(sums.points_used)]],
  ["餐券", (sums) => [sums.voucher_orders, ""]],
  ["取消后退回的餐券", (sums) => [sums.voucher_returns, ""]],
  ["微信退款", (sums) => ["", fen(sums.wechat_refund)]],
  ["退回会员卡", (sums) => ["", fen(sums.card_refund)]],
  ["其他方式退款", (sums) => ["", fen(sums.other_refund)]],
  ["退回积分", (sums) => [sums.points_returned, fen(sums.points_returned)]],
  ["赠送积分", (sums) => [sums.points_earned, ""]],
  ["收回赠送的积分", (sums) => [-sums.points_reversed, ""]],
  ["订单关闭后才到的付款（不算销售）", (sums) => ["", fen(sums.late)]],
  ["这些付款的退回", (sums) => ["", fen(sums.late_refund + sums.late_other_refund)]],
];

/** What happened beside orders, as cells of a row, with their heads. */
export const chainCells: readonly [string, (sums: ChainFigures) => Cell][] = [
  ["发卡数", ({ cards_issued }) => cards_issued],
  ["发卡金额", ({ cards_value }) => fen(cards_value)],
  ["绑定的卡", ({ cards_bound }) => cards_bound],
  ["会员卡净消费", ({ cards_spent }) => fen(cards_spent)],
  ["卡余额调整", ({ cards_adjusted }) => fen(cards_adjusted)],
  ["期末会员卡余额", ({ cards_balance }) => fen(cards_balance)],
  ["发放餐券", ({ vouchers_issued }) => vouchers_issued],
  ["核销餐券", ({ vouchers_redeemed }) => vouchers_redeemed],
  ["订单积分净增", ({ points_of_orders }) => points_of_orders],
  ["邀请积分", ({ points_invited }) => points_invited],
  ["收回的邀请积分", ({ points_revoked }) => -points_revoked],
  ["过期积分", ({ points_expired }) => -points_expired],
  ["申请提现扣除的积分", ({ points_requested }) => -points_requested],
  ["积分调整", ({ points_adjusted }) => points_adjusted],
  ["期末积分余额", ({ points_balance }) => points_balance],
  ["已付提现", ({ withdrawals }) => withdrawals],
  ["已付提现的积分", ({ points_withdrawn }) => points_withdrawn],
];
