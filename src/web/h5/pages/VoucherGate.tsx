import { observer } from "mobx-react-lite";
import { type ReactNode, useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError, isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import type { Voucher } from "../features/prepaid/Voucher.ts";
import { publicOrderPath } from "../inStorePaths.ts";
import { prepaidMessages } from "../prepaidMessages.ts";
import { redeemStore } from "../stores/RedeemStore.ts";
import { useStore } from "../useStores.ts";
import { useReturn } from "./useReturn.ts";

const words = prepaidMessages;

interface VoucherGateProps {
  /** Of the link; empty when it names none. */
  voucherId: string;
  /** What is shown for a voucher that can be redeemed. */
  children: (voucher: Voucher) => ReactNode;
}

/** Lets nobody on with a voucher that cannot be redeemed, and says kindly why and where to go. */
export const VoucherGate = observer(function VoucherGate({ voucherId, children }: VoucherGateProps) {
  const redeem = useStore(redeemStore);
  const navigate = useNavigate();
  const load = useCallback(() => {
    if (!isId(voucherId) || redeem.isSubmitting) return;
    redeem.open(voucherId).catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the voucher failed", error);
    });
  }, [redeem, voucherId]);
  useEffect(load, [load]);
  useReturn(load);
  const home = { text: words.toHome, onPress: () => navigate("/", { replace: true }) };
  const { status, value, error } = redeem.voucher;
  const isMissing = status === "failed" && error instanceof ApiError && error.failure === "not_found";
  if (!isId(voucherId) || isMissing)
    return <EmptyState drawing="search" text={words.unknown} action={home} />;
  if (value === undefined)
    return status === "failed" ? (
      <FailedState text={messageOf(error, words.failed)} onRetry={load} />
    ) : (
      <Waiting />
    );
  if (value.status === "issued") return children(value);
  if (value.status !== "redeemed")
    return <EmptyState drawing="soon" text={words[value.status]} action={home} />;
  const toOrder = () => navigate(publicOrderPath(voucherId), { replace: true });
  return (
    <EmptyState drawing="order" text={words.redeemed} action={{ text: words.toOrder, onPress: toOrder }} />
  );
});

function Waiting() {
  return (
    <div style={{ padding: "0 12px" }}>
      <Skeleton rows={2} />
    </div>
  );
}

/** What the server takes for an id; anything else is not asked for. */
function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
