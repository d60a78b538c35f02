import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { NavBar as VantNavBar } from "react-vant/es/nav-bar/index.js";
import "react-vant/es/nav-bar/style/index.css";
import { commonMessages } from "../../lib/commonMessages.ts";
import { Icon } from "../Icon.tsx";
import styles from "./NavBar.module.css";

interface NavBarProps {
  title: string;
  /**
   * Target of the arrow: a path (if the page was opened directly, or with `force`), or false for no arrow.
   */
  back?: string | false;
  /** Handles the arrow itself, for example to close a modal first. */
  onBack?: () => void;
  right?: ReactNode;
}

/** react-vant's NavBar on top of a page: back button, title as the page's heading, and one control on the right. */
export function NavBar({ title, back = "/", onBack, right }: NavBarProps) {
  const goBack = useGoBack(back === false ? "/" : back);
  return (
    <header className={styles.bar}>
      <VantNavBar
        border={false}
        leftArrow={false}
        leftText={
          back !== false && (
            <button
              type="button"
              className={styles.back}
              aria-label={commonMessages.back}
              onClick={onBack ?? goBack}
            >
              <Icon name="back" />
            </button>
          )
        }
        title={<h1>{title}</h1>}
        rightText={right}
      />
    </header>
  );
}

/** Returns a function that steps back inside the app; to `fallbackPath` if this page was the first one. */
export function useGoBack(fallbackPath: string): () => void {
  const navigate = useNavigate();
  return () => {
    const historyIndex: unknown = window.history.state?.idx;
    if (typeof historyIndex === "number" && historyIndex > 0) navigate(-1);
    else navigate(fallbackPath, { replace: true });
  };
}
