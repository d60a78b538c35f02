import { useEffect, useRef } from "react";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Photo } from "#web/shared/ui/Photo.tsx";
import { menuMessages } from "../../menuMessages.ts";
import type { MenuCategory } from "./groupMenu.ts";
import styles from "./MenuRail.module.css";

interface MenuRailProps {
  categories: readonly MenuCategory[];
  activeIndex: number;
  onPick: (index: number) => void;
}

/** The categories on the left, the one in view marked. */
export function MenuRail({ categories, activeIndex, onPick }: MenuRailProps) {
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    keepInView(rail.current, activeIndex);
  }, [activeIndex]);
  return (
    <nav ref={rail} className={styles.rail} aria-label={menuMessages.menu.categories}>
      {categories.map((category, index) => (
        <button
          key={category.name}
          type="button"
          className={styles.item}
          aria-current={index === activeIndex}
          onClick={() => onPick(index)}
        >
          <span className={styles.icon}>
            {category.icon === "" ? (
              <Icon name="bag" size={20} />
            ) : (
              <Photo
                src={category.icon}
                alt=""
                width={26}
                height={26}
                loading="lazy"
                decoding="async"
                fallback={<Icon name="bag" size={20} />}
              />
            )}
          </span>
          {category.name}
        </button>
      ))}
    </nav>
  );
}

/** Scrolls the rail itself: scrollIntoView would move the page as well. */
function keepInView(rail: HTMLElement | null, index: number): void {
  const item = rail?.children[index];
  if (rail === null || !(item instanceof HTMLElement)) return;
  const top = item.offsetTop - rail.offsetTop;
  if (top < rail.scrollTop) rail.scrollTop = top;
  else if (top + item.offsetHeight > rail.scrollTop + rail.clientHeight) {
    rail.scrollTop = top + item.offsetHeight - rail.clientHeight;
  }
}
