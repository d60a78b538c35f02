import { Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { EmptyState, ErrorState } from "../../ui/ListStates.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { useSelection } from "../console/useSelection.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import styles from "../queue/ConversationQueue.module.css";
import { RefundRequestRow } from "./RefundRequestRow.tsx";

const messages = customerMessages.request;

/** Open refund requests of customers, by due time. */
export const RefundRequestList = observer(function RefundRequestList({ onChosen }: { onChosen: () => void }) {
  const store = useAdminStore(consoleStore);
  const { requests } = store.refundRequests;
  const { orderId, choose } = useSelection();
  if (!requests.hasLoaded) {
    const retry = () => void logErrors("loading refund requests failed", requests.reload());
    return requests.pages.status === "failed" ? (
      <ErrorState text={toErrorMessage(requests.pages.error, messages.failed)} onRetry={retry} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} className={styles.skeleton ?? ""} />
    );
  }
  if (requests.items.length === 0) return <EmptyState text={messages.empty} />;
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
      <li>
        <LoadMore list={requests} />
      </li>
    </ul>
  );
});
