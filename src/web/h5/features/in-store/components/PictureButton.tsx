import { restaurantImageSrcSet } from "#contract/restaurant-pictures/restaurant-image.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import type { ShownPicture } from "../../restaurant/parseRestaurantPictures.ts";
import styles from "./RestaurantSheet.module.css";
import { restaurantSheetMessages as messages } from "./restaurantSheetMessages.ts";

interface PictureButtonProps {
  picture: ShownPicture;
  /** What the picture shows. */
  name: string;
  /** Shown in the picture; empty for nothing. */
  caption?: string;
  /** Keeps the shape of the picture instead of 4:3. */
  isWhole?: boolean;
  onFocus?: () => void;
  onPress: () => void;
}

/** Picture that fills the width of a sheet and opens full-size; its space is reserved. */
export function PictureButton(props: PictureButtonProps) {
  const { picture, name, caption = "", isWhole = false, onFocus, onPress } = props;
  const { image, width, height } = picture;
  const style = isWhole ? { paddingTop: `${(height / width) * 100}%` } : undefined;
  return (
    <button
      type="button"
      className={styles.frame}
      style={style}
      aria-label={messages.open(name)}
      onFocus={onFocus}
      onClick={onPress}
    >
      <ImageWithFallback
        src={image}
        srcSet={restaurantImageSrcSet(image, picture)}
        sizes="(min-width: 640px) 600px, 92vw"
        alt=""
        width={width}
        height={height}
        decoding="async"
        draggable={false}
        fallback={<span className={styles.broken}>{commonMessages.imageBroken}</span>}
      />
      {caption !== "" && <span className={styles.caption}>{caption}</span>}
    </button>
  );
}
