import { lazy, Suspense } from "react";
import { orderMessages } from "../messages.ts";
import styles from "./PickupCode.module.css";

const messages = orderMessages.order;
const QrCode = lazy(() => import("#web/ui/QrCode.tsx").then((m) => ({ default: m.QrCode })));

interface PickupCodeProps {
  code: string;
  /** Content of the QR code. */
  link: string;
  /** Explanation of the code. */
  hint: string;
}

/** Pickup code for the counter: the code to read out, and the order's public page to scan. */
export function PickupCode({ code, link, hint }: PickupCodeProps) {
  return (
    <section className={styles.card} aria-label={messages.pickupCode}>
      <div>
        <h2 className={styles.label}>{messages.pickupCode}</h2>
        <p className={styles.code}>{code}</p>
        <p className={styles.label}>{hint}</p>
      </div>
      <div className={styles.qr}>
        <Suspense fallback={null}>
          <QrCode text={link} label={messages.pickupQr} />
        </Suspense>
      </div>
    </section>
  );
}
