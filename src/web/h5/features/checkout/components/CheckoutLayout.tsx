import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import { useStores } from "../../../app/useStores.ts";
import { LoginPrompt } from "../../auth/components/LoginPrompt.tsx";
import type { CartStore } from "../../cart/CartStore.ts";
import { paymentMessages } from "../../payment/messages.ts";
import { checkoutMessages } from "../messages.ts";
import styles from "./CheckoutLayout.module.css";

const messages = checkoutMessages;

interface CheckoutLayoutProps {
  cart: CartStore;
  /** Path of this page, to return to after the login. */
  path: string;
  /** Path of the menu. */
  menuPath: string;
  /** Renders the order; receives the callback for a placed order. */
  children: (onPlaced: () => void) => ReactNode;
}

/**
 * Layout of the checkout pages: for logged-in customers with items in the cart, until the order is placed.
 */
export const CheckoutLayout = observer(function CheckoutLayout({
  cart,
  path,
  menuPath,
  children,
}: CheckoutLayoutProps) {
  const { session } = useStores();
  const navigate = useNavigate();
  const [isPlaced, setIsPlaced] = useState(false);
  // Read once: when the login expires while the page is open, the 401 rule redirects after its notice.
  const [isGuest] = useState(!session.isLoggedIn);
  const back = { text: messages.toMenu, onPress: () => navigate(menuPath, { replace: true }) };
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.orderConfirm} back={menuPath} />
      {isGuest && <LoginPrompt here={path} />}
      {!isGuest && isPlaced && <p className={styles.leaving}>{paymentMessages.starting}</p>}
      {!isGuest && !isPlaced && cart.isEmpty && (
        <EmptyState illustration="cart" text={messages.empty} action={back} />
      )}
      {!isGuest && !isPlaced && !cart.isEmpty && children(() => setIsPlaced(true))}
    </main>
  );
});
