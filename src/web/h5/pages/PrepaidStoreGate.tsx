import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import type { StoreDetail } from "../features/restaurant/StoreDetail.ts";
import { selectForVoucherPath } from "../inStorePaths.ts";
import { prepaidMessages } from "../prepaidMessages.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import type { usePrepaidPlan } from "./usePrepaidPlan.ts";

interface GateProps {
  prepaid: ReturnType<typeof usePrepaidPlan>;
  children: (store: StoreDetail) => ReactNode;
}

/** Shows what belongs to the chosen store once it is there; without one the way leads to the stores. */
export const PrepaidStoreGate = observer(function PrepaidStoreGate({ prepaid, children }: GateProps) {
  const { voucherId, restaurantId, plan, loadStore } = prepaid;
  const navigate = useNavigate();
  if (restaurantId === "") return <Navigate to={selectForVoucherPath(voucherId)} replace />;
  const { status, value, error } = plan.restaurant;
  if (value === null) {
    const choose = () => navigate(selectForVoucherPath(voucherId), { replace: true });
    return (
      <EmptyState
        drawing="store"
        text={restaurantMessages.missing}
        action={{ text: prepaidMessages.chooseStore, onPress: choose }}
      />
    );
  }
  if (value !== undefined && plan.plan.restaurantId === restaurantId) return children(value);
  if (status === "failed")
    return <FailedState text={messageOf(error, restaurantMessages.failed)} onRetry={loadStore} />;
  return (
    <div style={{ padding: "0 12px" }}>
      <Skeleton rows={2} />
    </div>
  );
});
