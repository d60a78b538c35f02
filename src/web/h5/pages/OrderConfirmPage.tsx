import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { GuestNotice } from "../GuestNotice.tsx";
import { homeMessages } from "../homeMessages.ts";
import { orderingMessages } from "../orderingMessages.ts";
import { cartStore } from "../stores/CartStore.ts";
import { useStore, useStores } from "../useStores.ts";
import styles from "./OrderConfirmPage.module.css";
import { OrderConfirmPageForm } from "./OrderConfirmPageForm.tsx";

const words = orderingMessages.confirm;

/** The last look at a takeaway order before it is placed and paid. */
export const OrderConfirmPage = observer(function OrderConfirmPage() {
  const { session } = useStores();
  const cart = useStore(cartStore);
  const navigate = useNavigate();
  const [placedId, setPlacedId] = useState<string | null>(null);
  // Asked once: a login that ends while the page is open is led away by the 401 rule, after its notice.
  const [isGuest] = useState(!session.isLoggedIn);
  if (isGuest) {
    return (
      <div className={styles.page}>
        <NavBar title={homeMessages.titles.orderConfirm} back="/takeaway-menu" />
        <GuestNotice here="/order-confirm" />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <NavBar title={homeMessages.titles.orderConfirm} back="/takeaway-menu" />
      {placedId !== null && <p className={styles.leaving}>{orderingMessages.pay.starting}</p>}
      {placedId === null && cart.isEmpty && (
        <EmptyState
          drawing="cart"
          text={words.empty}
          action={{ text: words.toMenu, onPress: () => navigate("/takeaway-menu", { replace: true }) }}
        />
      )}
      {placedId === null && !cart.isEmpty && <OrderConfirmPageForm onPlaced={setPlacedId} />}
    </div>
  );
});
