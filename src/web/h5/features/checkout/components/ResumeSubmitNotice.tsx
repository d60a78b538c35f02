import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Card } from "#web/ui/Card/Card.tsx";
import { useStores } from "../../../app/useStores.ts";
import { checkoutMessages } from "../messages.ts";
import { hasPendingSubmit } from "../pendingSubmit.ts";
import styles from "./CheckoutLayout.module.css";

/**
 * Notice, after a login in between, that the order has not been submitted yet; the button below submits it.
 */
export function ResumeSubmitNotice() {
  const { session } = useStores();
  const { pathname } = useLocation();
  const noticeRef = useRef<HTMLDivElement>(null);
  const [isShown] = useState(() => session.isLoggedIn && hasPendingSubmit(pathname));
  useEffect(() => {
    noticeRef.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (!isShown) return null;
  return (
    <div ref={noticeRef} className={styles.notice} role="status">
      <Card isWarning>{checkoutMessages.resumeSubmit}</Card>
    </div>
  );
}
