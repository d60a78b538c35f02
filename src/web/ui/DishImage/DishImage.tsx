import { commonMessages } from "../../lib/commonMessages.ts";
import { clsx } from "../clsx.ts";
import { Icon } from "../Icon.tsx";
import { ImageWithFallback } from "../ImageWithFallback.tsx";
import styles from "./DishImage.module.css";

interface DishImageProps {
  /** An address, or an empty text for none. */
  src: string;
  alt: string;
  /** One of six soft grounds, counted from 0. */
  tint?: number;
  /** Side of the square in px. */
  size: number;
  className?: string | undefined;
}

/**
 * A dish on its tile: a fixed square, fetched when it comes near and the text around it is there; a quiet outline when
 * there is no picture, and a sentence when it cannot be shown.
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
