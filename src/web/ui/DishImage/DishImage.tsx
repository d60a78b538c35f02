import { clsx } from "clsx";
import { dishImageSrcSet } from "#contract/menu/dish-image.ts";
import { commonMessages } from "../../lib/commonMessages.ts";
import { Icon } from "../Icon.tsx";
import { ImageWithFallback } from "../ImageWithFallback.tsx";
import styles from "./DishImage.module.css";

interface DishImageProps {
  /** URL, or an empty text for none. */
  src: string;
  alt: string;
  /** One of six soft background colours, counted from 0. */
  tint?: number;
  /** Side of the square in px. */
  size: number;
  className?: string | undefined;
}

/**
 * Square image of a dish, loaded when it comes near and the text around it is there; shows an icon without an
 * image, and a sentence if it cannot be shown.
 */
export function DishImage({ src, alt, tint = 0, size, className }: DishImageProps) {
  const tintClass = styles[`tint${(Math.abs(tint) % 6) + 1}`];
  return (
    <span className={clsx(styles.tile, tintClass, className)} style={{ width: size, height: size }}>
      {src === "" ? (
        <Icon name="bag" size={Math.round(size * 0.4)} />
      ) : (
        <ImageWithFallback
          src={src}
          srcSet={dishImageSrcSet(src)}
          sizes={`${size}px`}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          fallback={<span className={styles.broken}>{commonMessages.imageBroken}</span>}
        />
      )}
    </span>
  );
}
