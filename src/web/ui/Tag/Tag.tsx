import type { ReactNode } from "react";
import { Tag as VantTag } from "react-vant/es/tag/index.js";
import "react-vant/es/tag/style/index.css";
import styles from "./Tag.module.css";

interface TagProps {
  children: ReactNode;
  /** Red for what it is, amber for what is under way or due, green for what can be used. */
  tone: "accent" | "amber" | "leaf";
}

/** react-vant's Tag in a soft tone. */
export function Tag({ children, tone }: TagProps) {
  return (
    <VantTag
      className={styles.tag ?? ""}
      size="medium"
      color={`var(--${tone}-soft)`}
      textColor={`var(--${tone})`}
    >
      {children}
    </VantTag>
  );
}
