import { observer } from "mobx-react-lite";
import { type ReactNode, useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError, isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { publicOrderPath } from "../../../app/paths.ts";
import { useOnResume } from "../../../app/useOnResume.ts";
import { useStore } from "../../../app/useStores.ts";
import { voucherMessages } from "../messages.ts";
import type { Voucher } from "../Voucher.ts";
import { voucherCheckoutStore } from "../VoucherCheckoutStore.ts";

const messages = voucherMessages;

interface RequireVoucherProps {
  /** Id in the link; empty when it has none. */
  voucherId: string;
  /** Content for a redeemable voucher. */
  children: (voucher: Voucher) => ReactNode;
}

/** Shows its content for a redeemable voucher only; otherwise explains kindly why not and where to go. */
export const RequireVoucher = observer(function RequireVoucher({ voucherId, children }: RequireVoucherProps) {
  const voucherCheckout = useStore(voucherCheckoutStore);
  const navigate = useNavigate();
  const load = useCallback(() => {
    if (!isVoucherId(voucherId) || voucherCheckout.isSubmitting) return;
    voucherCheckout.open(voucherId).catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the voucher failed", error);
    });
  }, [voucherCheckout, voucherId]);
  useEffect(load, [load]);
  useOnResume(load);
  const homeAction = { text: messages.toHome, onPress: () => navigate("/", { replace: true }) };
  const { status, value, error } = voucherCheckout.voucher;
  const isMissing = status === "failed" && error instanceof ApiError && error.code === "not_found";
  if (!isVoucherId(voucherId) || isMissing)
    return <EmptyState illustration="search" text={messages.unknown} action={homeAction} />;
  if (value === undefined)
    return status === "failed" ? (
      <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />
    ) : (
      <VoucherSkeleton />
    );
  if (value.status === "issued") return children(value);
  if (value.status !== "redeemed")
    return <EmptyState illustration="soon" text={messages[value.status]} action={homeAction} />;
  const toOrder = () => navigate(publicOrderPath(voucherId), { replace: true });
  return (
    <EmptyState
      illustration="order"
      text={messages.redeemed}
      action={{ text: messages.toOrder, onPress: toOrder }}
    />
  );
});

function VoucherSkeleton() {
  return (
    <div style={{ padding: "0 12px" }}>
      <Skeleton rows={2} />
    </div>
  );
}

/** Returns whether a text is a voucher id that the server accepts; others are not requested. */
function isVoucherId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
