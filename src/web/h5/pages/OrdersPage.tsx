import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { type OrderFilter, orderFilters } from "#contract/order/status.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { OrderTabs } from "../features/order/OrderTabs.tsx";
import { homeMessages } from "../homeMessages.ts";
import { MainTabs } from "../MainTabs.tsx";
import { orderMessages } from "../orderMessages.ts";
import { orderHistoryStore } from "../stores/OrderHistoryStore.ts";
import { useStore, useStores } from "../useStores.ts";
import styles from "./OrdersPage.module.css";
import { OrdersPageList } from "./OrdersPageList.tsx";
import { UnreadBadge } from "./UnreadBadge.tsx";
import { useLoginLink } from "./useLoginLink.ts";

const words = orderMessages.history;

/** The customer's orders by kind. */
export const OrdersPage = observer(function OrdersPage() {
  const { session } = useStores();
  const { pathname, search } = useLocation();
  const logIn = useLoginLink();
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.orders} back={false} />
      {session.isLoggedIn ? (
        <Orders />
      ) : (
        <EmptyState
          drawing="order"
          text={words.guest}
          action={{ text: words.login, onPress: () => logIn(pathname + search) }}
        />
      )}
      <MainTabs />
    </main>
  );
});

const Orders = observer(function Orders() {
  const history = useStore(orderHistoryStore);
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search.get("status"));
  useEffect(() => history.show(filter), [history, filter]);
  const pick = (next: OrderFilter) => setSearch(next === "all" ? {} : { status: next }, { replace: true });
  return (
    <>
      <UnreadBadge />
      <OrderTabs filter={filter} onPick={pick} />
      {history.filter === filter && <OrdersPageList key={filter} />}
    </>
  );
});

function filterOf(text: string | null): OrderFilter {
  return orderFilters.find((filter) => filter === text) ?? "all";
}
