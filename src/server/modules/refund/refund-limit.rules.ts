import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { formatYuan } from "#contract/money.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { StaffRow } from "../staff/staff.repository.ts";

/** Throws "forbidden" when a member of staff other than an admin refunds more at once than the settings allow. */
export function assertRefundLimit(
  { refunds }: Pick<ChainSettings, "refunds">,
  { role }: Pick<StaffRow, "role">,
  moneyFen: number,
): void {
  if (role !== "admin" && moneyFen > refunds.agent_max)
    throw new AppError("forbidden", {}, `单笔退款超过${formatYuan(refunds.agent_max)}，请联系管理员`);
}
