import { observer } from "mobx-react-lite";
import { toErrorMessage } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { RefundRequestRow } from "../features/refund/CaseRow.tsx";
import { consoleStore } from "../stores/DeskStore.ts";
import { logErrors } from "../stores/quietly.ts";
import styles from "./ConsolePageSessions.module.css";
import { LoadMoreRow } from "./MoreRows.tsx";
import { useSelection } from "./useChosen.ts";

const messages = customerMessages.request;

/** The customers who wait for an answer about their money, the one that is due next first. */
export const RefundRequestList = observer(function RefundRequestList({ onChosen }: { onChosen: () => void }) {
  const store = useAdminStore(consoleStore);
  const { requests } = store.refundRequests;
  const { orderId, choose } = useSelection();
  if (!requests.hasLoaded) {
    const retry = () => void logErrors("loading refund requests failed", requests.reload());
    return requests.pages.status === "failed" ? (
      <ErrorState text={toErrorMessage(requests.pages.error, messages.failed)} onRetry={retry} />
    ) : (
      <Skeleton rows={4} className={styles.skeleton} />
    );
  }
  if (requests.items.length === 0) return <EmptyState illustration="order" text={messages.empty} />;
  return (
    <ul className={styles.rows} aria-label={messages.listLabel}>
      {requests.items.map((refundCase) => (
        <RefundRequestRow
          key={refundCase.request_id}
          refundCase={refundCase}
          isSelected={refundCase.order_id === orderId}
          clock={store.clock}
          onSelect={() => {
            choose(refundCase.user_id, refundCase.order_id);
            store.showTab("refund");
            onChosen();
          }}
        />
      ))}
      <LoadMoreRow list={requests} />
    </ul>
  );
});
