import { Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { ConnectionNotice } from "../../ui/ConnectionNotice/ConnectionNotice.tsx";
import { ErrorState } from "../../ui/ListStates.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { OtherRestaurantButton, RequireRestaurant } from "../../ui/RequireRestaurant.tsx";
import { useNow } from "../../ui/useNow.ts";
import { BoardColumns } from "./BoardColumns.tsx";
import { BoardHeader } from "./BoardHeader.tsx";
import { boardStore } from "./BoardStore.ts";
import { boardMessages as messages } from "./boardMessages.ts";
import { useBoardRefresh } from "./useBoardRefresh.ts";
import { useNewOrderAlert } from "./useNewOrderAlert.ts";

/** `/admin/orders`: paid orders of a restaurant by status, each with its next step. */
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
      return (
        <>
          <PageHeader title={adminMessages.titles.board}>
            <OtherRestaurantButton />
          </PageHeader>
          <ErrorState text={toErrorMessage(board.error, messages.failed)} onRetry={load} />
        </>
      );
    return (
      <>
        <ConnectionNotice />
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
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
