import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { useStores } from "../../../app/useStores.ts";
import { LoginPrompt } from "../../auth/components/LoginPrompt.tsx";
import type { CartStore } from "../../cart/CartStore.ts";
import { homeMessages } from "../../home/messages.ts";
import { checkoutMessages } from "../messages.ts";
import styles from "./CheckoutLayout.module.css";

const messages = checkoutMessages.confirm;

interface CheckoutLayoutProps {
  cart: CartStore;
  /** This page, for the way back from the login. */
  path: string;
  /** Where dishes are chosen. */
  menuPath: string;
  /** Everything about the order; told how to say that it has been placed. */
  children: (onPlaced: () => void) => ReactNode;
}

/** The frame of the pages before an order: for customers with something in the cart, until the order is placed. */
export const CheckoutLayout = observer(function CheckoutLayout({
  cart,
  path,
  menuPath,
  children,
}: CheckoutLayoutProps) {
  const { session } = useStores();
  const navigate = useNavigate();
  const [isPlaced, setIsPlaced] = useState(false);
  // Asked once: a login that ends while the page is open is led away by the 401 rule, after its notice.
  const [isGuest] = useState(!session.isLoggedIn);
  const back = { text: messages.toMenu, onPress: () => navigate(menuPath, { replace: true }) };
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.orderConfirm} back={menuPath} />
      {isGuest && <LoginPrompt here={path} />}
      {!isGuest && isPlaced && <p className={styles.leaving}>{checkoutMessages.pay.starting}</p>}
      {!isGuest && !isPlaced && cart.isEmpty && (
        <EmptyState illustration="cart" text={messages.empty} action={back} />
      )}
      {!isGuest && !isPlaced && !cart.isEmpty && children(() => setIsPlaced(true))}
    </main>
  );
});
