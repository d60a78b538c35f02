import { lazy, Suspense } from "react";
import { useIsMounted } from "#web/lib/routing/useIsMounted.ts";
import { publicOrderUrl } from "../../../app/paths.ts";
import { orderMessages } from "../messages.ts";
import styles from "./PickupCode.module.css";

const messages = orderMessages.order;
const QrCode = lazy(() => import("#web/ui/QrCode.tsx").then((m) => ({ default: m.QrCode })));

interface PickupCodeProps {
  code: string;
  /** Number of the order on its public page, to which the QR code leads. */
  publicId: string;
  /** Explanation of the code. */
  hint: string;
}

/** Pickup code for the counter: the code to read out, and the order's public page to scan. */
export function PickupCode({ code, publicId, hint }: PickupCodeProps) {
  const isMounted = useIsMounted();
  return (
    <section className={styles.card} aria-label={messages.pickupCode}>
      <div>
        <h2 className={styles.label}>{messages.pickupCode}</h2>
        <p className={styles.code}>{code}</p>
        <p className={styles.label}>{hint}</p>
      </div>
      <div className={styles.qr}>
        {isMounted && (
          <Suspense fallback={null}>
            <QrCode text={publicOrderUrl(publicId)} label={messages.pickupQr} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
