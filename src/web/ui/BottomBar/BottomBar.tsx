import type { ReactNode } from "react";
import { ActionBar } from "react-vant/es/action-bar/index.js";
import "react-vant/es/action-bar/style/index.css";
import styles from "./BottomBar.module.css";

/** react-vant's ActionBar at the bottom of a page, with the space that it takes; hidden by an open keyboard. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.space} />
      <ActionBar className={styles.bar ?? ""}>
        <Controls>{children}</Controls>
      </ActionBar>
    </>
  );
}

/** Takes what ActionBar gives to each child, which no element should carry. */
function Controls({ children }: { children: ReactNode }) {
  return <div className={styles.controls}>{children}</div>;
}
