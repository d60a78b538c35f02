import { lazy, Suspense } from "react";
import { orderMessages } from "../../orderMessages.ts";
import styles from "./PickupCode.module.css";

const words = orderMessages.order;
const PickupQr = lazy(() => import("./PickupQr.tsx").then((m) => ({ default: m.PickupQr })));

interface PickupCodeProps {
  code: string;
  /** What the QR code holds. */
  link: string;
  /** What it is for. */
  hint: string;
}

/** What is shown at the counter: the code to read out, and the order's public page to scan. */
export function PickupCode({ code, link, hint }: PickupCodeProps) {
  return (
    <section className={styles.card} aria-label={words.pickupCode}>
      <div>
        <h2 className={styles.label}>{words.pickupCode}</h2>
        <p className={styles.code}>{code}</p>
        <p className={styles.label}>{hint}</p>
      </div>
      <div className={styles.qr}>
        <Suspense fallback={null}>
          <PickupQr text={link} label={words.pickupQr} />
        </Suspense>
      </div>
    </section>
  );
}
