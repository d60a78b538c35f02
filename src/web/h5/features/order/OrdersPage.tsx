import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { OrderFilter } from "#contract/order/status.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { UnreadBadge } from "../../app/components/UnreadBadge.tsx";
import { MainTabs } from "../../app/MainTabs.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { useGoToLogin } from "../auth/useGoToLogin.ts";
import { OrderFilterTabs } from "./components/OrderFilterTabs.tsx";
import { OrderHistoryList } from "./components/OrderHistoryList.tsx";
import { orderMessages } from "./messages.ts";
import { orderHistoryStore } from "./OrderHistoryStore.ts";
import styles from "./OrdersPage.module.css";
import { parseFilter } from "./parseFilter.ts";

const messages = orderMessages.history;

/** The customer's orders by filter. */
export const OrdersPage = Object.assign(observer(OrderFilters), {
  prepare: (root: RootStore, search: string) =>
    root.get(orderHistoryStore).prefetch(parseFilter(new URLSearchParams(search).get("status"))),
});

function OrderFilters() {
  const { session } = useStores();
  const { pathname, search } = useLocation();
  const logIn = useGoToLogin();
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.orders} back={false} />
      {session.isLoggedIn ? (
        <Orders />
      ) : (
        <EmptyState
          illustration="order"
          text={messages.guest}
          action={{ text: messages.login, onPress: () => logIn(pathname + search) }}
        />
      )}
      <MainTabs />
    </main>
  );
}

const Orders = observer(function Orders() {
  const history = useStore(orderHistoryStore);
  const [search, setSearch] = useSearchParams();
  const filter = parseFilter(search.get("status"));
  useEffect(() => history.setFilter(filter), [history, filter]);
  const pick = (next: OrderFilter) => setSearch(next === "all" ? {} : { status: next }, { replace: true });
  return (
    <>
      <UnreadBadge />
      <OrderFilterTabs filter={filter} onPick={pick} />
      {history.filter === filter && <OrderHistoryList key={filter} />}
    </>
  );
});
