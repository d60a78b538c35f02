import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { voucherRestaurantPath } from "../../../app/paths.ts";
import { restaurantMessages } from "../../restaurant/messages.ts";
import type { RestaurantDetail } from "../../restaurant/RestaurantDetail.ts";
import { voucherMessages } from "../messages.ts";
import type { useVoucherOptions } from "../useVoucherOptions.ts";

interface RequireRestaurantProps {
  voucherOptions: ReturnType<typeof useVoucherOptions>;
  children: (restaurant: RestaurantDetail) => ReactNode;
}

/** Shows its content once the chosen restaurant is loaded; redirects to the restaurant list without one. */
export const RequireRestaurant = observer(function RequireRestaurant({
  voucherOptions,
  children,
}: RequireRestaurantProps) {
  const { voucherId, restaurantId, optionsStore, loadRestaurant: loadStore } = voucherOptions;
  const navigate = useNavigate();
  if (restaurantId === "") return <Navigate to={voucherRestaurantPath(voucherId)} replace />;
  const { status, value, error } = optionsStore.restaurant;
  if (value === null) {
    const choose = () => navigate(voucherRestaurantPath(voucherId), { replace: true });
    return (
      <EmptyState
        illustration="store"
        text={restaurantMessages.missing}
        action={{ text: voucherMessages.chooseRestaurant, onPress: choose }}
      />
    );
  }
  if (value !== undefined && optionsStore.options.restaurantId === restaurantId) return children(value);
  if (status === "failed")
    return <ErrorState text={toErrorMessage(error, restaurantMessages.failed)} onRetry={loadStore} />;
  return (
    <div style={{ padding: "0 12px" }}>
      <Skeleton rows={2} />
    </div>
  );
});
