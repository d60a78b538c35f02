import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Card } from "../features/order/Card.tsx";
import { findSubmitOffer } from "../features/order/submitOffer.ts";
import { orderingMessages } from "../orderingMessages.ts";
import { useStores } from "../useStores.ts";
import styles from "./CheckoutPage.module.css";

/** Says, after a login that came between, that the order has not been submitted yet; the button below does it. */
export function SubmitOffer() {
  const { session } = useStores();
  const { pathname } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const [isOffered] = useState(() => session.isLoggedIn && findSubmitOffer(pathname));
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (!isOffered) return null;
  return (
    <div ref={place} className={styles.notice} role="status">
      <Card isWarning>{orderingMessages.confirm.submitOffer}</Card>
    </div>
  );
}
