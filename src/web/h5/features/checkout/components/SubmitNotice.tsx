import { type ReactNode, useEffect, useRef } from "react";
import { Card } from "#web/ui/Card/Card.tsx";
import styles from "./CheckoutLayout.module.css";

interface SubmitNoticeProps {
  children: ReactNode;
  actions?: ReactNode;
  /** What it reports; a new value scrolls it into view again. */
  reason?: unknown;
  role?: "status";
}

/** Notice above the submit button, scrolled into view. */
export function SubmitNotice({ children, actions, reason, role }: SubmitNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-runs for a new reason, though it is not read
  useEffect(() => {
    // New engines return a promise, which is no clean-up function.
    notice.current?.scrollIntoView({ block: "nearest" });
  }, [reason]);
  return (
    <div ref={notice} className={styles.notice} role={role}>
      <Card isWarning {...(actions !== undefined && { actions })}>
        {children}
      </Card>
    </div>
  );
}
