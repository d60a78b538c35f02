import type { ReactNode } from "react";
import { Illustration, type IllustrationName } from "#web/ui/Illustration.tsx";
import styles from "./StaffNotice.module.css";

interface StaffNoticeProps {
  title: string;
  text: string;
  drawing: IllustrationName;
  /** Actions to continue with. */
  children?: ReactNode;
}

/** Staff page with a single message. */
export function StaffNotice({ title, text, drawing, children }: StaffNoticeProps) {
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <Illustration name={drawing} />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children}
      </section>
    </div>
  );
}
