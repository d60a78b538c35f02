import { useLocation } from "react-router-dom";
import { AppLink } from "../AppLink.tsx";
import { SvgIcon } from "../SvgIcon.tsx";
import styles from "./TabBar.module.css";

export interface Tab {
  to: string;
  label: string;
  /** Path of its icon. */
  icon: string;
}

interface TabBarProps {
  tabs: readonly Tab[];
  label: string;
}

/** Bar at the bottom of the main pages. It replaces the page, so that the history does not grow. */
export function TabBar({ tabs, label }: TabBarProps) {
  const { pathname } = useLocation();
  return (
    <>
      <div className={styles.room} />
      <nav className={styles.bar} aria-label={label}>
        {tabs.map((tab) => (
          <AppLink key={tab.to} to={tab.to} replace isCurrent={tab.to === pathname} className={styles.tab}>
            <SvgIcon path={tab.icon} />
            <span>{tab.label}</span>
          </AppLink>
        ))}
      </nav>
    </>
  );
}
