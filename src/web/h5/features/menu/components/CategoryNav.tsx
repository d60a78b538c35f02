import { useEffect, useRef } from "react";
import { dishImageSrcSet } from "#contract/menu/dish-image.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import type { MenuCategory } from "../groupMenu.ts";
import { menuMessages } from "../messages.ts";
import styles from "./CategoryNav.module.css";

interface CategoryNavProps {
  categories: readonly MenuCategory[];
  activeIndex: number;
  onPick: (index: number) => void;
}

/** Category rail on the left, with the active category marked. */
export function CategoryNav({ categories, activeIndex, onPick }: CategoryNavProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    scrollItemIntoView(nav.current, activeIndex);
  }, [activeIndex]);
  return (
    <nav ref={nav} className={styles.rail} aria-label={menuMessages.categories}>
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
              <ImageWithFallback
                src={category.icon}
                srcSet={dishImageSrcSet(category.icon)}
                sizes="26px"
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
function scrollItemIntoView(nav: HTMLElement | null, index: number): void {
  const item = nav?.children[index];
  if (nav === null || !(item instanceof HTMLElement)) return;
  const top = item.offsetTop - nav.offsetTop;
  if (top < nav.scrollTop) nav.scrollTop = top;
  else if (top + item.offsetHeight > nav.scrollTop + nav.clientHeight) {
    nav.scrollTop = top + item.offsetHeight - nav.clientHeight;
  }
}
