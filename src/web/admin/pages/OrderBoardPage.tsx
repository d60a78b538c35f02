import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/shared/api/ApiError.ts";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { boardMessages as messages } from "../boardMessages.ts";
import { BoardColumns } from "../features/board/BoardColumns.tsx";
import { BoardHeader } from "../features/board/BoardHead.tsx";
import { useNewOrderAlert } from "../features/board/useArrivals.ts";
import { useBoardRefresh } from "../features/board/useBoardRefresh.ts";
import { adminMessages } from "../messages.ts";
import { ConnectionNotice } from "../parts/ConnectionNotice.tsx";
import { RequireRestaurant } from "../parts/StoreGate.tsx";
import { useNow } from "../parts/useNow.ts";
import { boardStore } from "../stores/BoardStore.ts";
import { RequireRole } from "./RolePage.tsx";

/** `/admin/orders`: the paid orders of a store by state, each with its next step. */
export function OrderBoardPage() {
  return (
    <RequireRole roles={["store", "admin"]} forbidden={messages.forbidden}>
      <RequireRestaurant title={adminMessages.titles.board}>
        <RestaurantBoard />
      </RequireRestaurant>
    </RequireRole>
  );
}

const RestaurantBoard = observer(function RestaurantBoard() {
  const { board, arrivals } = useAdminStore(boardStore);
  const load = useBoardRefresh();
  const now = useNow();
  const [hasSound, setHasSound] = useState(true);
  useNewOrderAlert(arrivals, hasSound);
  if (board.value === undefined) {
    if (board.status === "failed")
      return <ErrorState text={toErrorMessage(board.error, messages.failed)} onRetry={load} />;
    return (
      <>
        <ConnectionNotice />
        <Skeleton rows={4} />
      </>
    );
  }
  return (
    <>
      <ConnectionNotice />
      <BoardHeader now={now} hasSound={hasSound} onSound={setHasSound} onRefresh={load} />
      <BoardColumns now={now} onOutdated={load} />
    </>
  );
});
