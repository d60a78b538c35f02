import { useLocation } from "react-router-dom";
import { Tabbar, TabbarItem } from "react-vant/es/tabbar/index.js";
import "react-vant/es/tabbar/style/index.css";
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

/**
 * react-vant's Tabbar at the bottom of the main pages, of links. A link replaces the page, so that the history
 * does not grow.
 */
export function TabBar({ tabs, label }: TabBarProps) {
  const { pathname } = useLocation();
  return (
    <>
      <div className={styles.room} />
      <nav className={styles.bar} aria-label={label}>
        <Tabbar value={pathname} fixed={false} border={false}>
          {tabs.map((tab) => (
            <TabLink key={tab.to} tab={tab} isCurrent={tab.to === pathname} />
          ))}
        </Tabbar>
      </nav>
    </>
  );
}

interface TabLinkProps {
  tab: Tab;
  isCurrent: boolean;
  /** Set by Tabbar, which gives them to its items; the link navigates by itself. */
  setActive?: () => void;
  index?: number;
}

function TabLink({ tab, isCurrent, setActive = () => undefined, index = 0 }: TabLinkProps) {
  return (
    <AppLink to={tab.to} replace isCurrent={isCurrent} className={styles.tab}>
      <TabbarItem name={tab.to} setActive={setActive} index={index} icon={<SvgIcon path={tab.icon} />}>
        {tab.label}
      </TabbarItem>
    </AppLink>
  );
}
