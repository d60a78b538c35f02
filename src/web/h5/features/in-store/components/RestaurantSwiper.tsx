import { useRef, useState } from "react";
import { Swiper, type SwiperInstance } from "react-vant/es/swiper/index.js";
import "react-vant/es/swiper/style/index.css";
import { ImageViewer } from "#web/ui/ImageViewer/ImageViewer.tsx";
import type { ShownPicture } from "../../restaurant/parseRestaurantPictures.ts";
import { largestSize } from "./largestSize.ts";
import { PictureButton } from "./PictureButton.tsx";
import styles from "./RestaurantSheet.module.css";
import { restaurantSheetMessages as messages } from "./restaurantSheetMessages.ts";

interface RestaurantSwiperProps {
  pictures: readonly ShownPicture[];
  restaurantName: string;
}

/** react-vant's Swiper with the pictures of a restaurant; a tap on one shows it full-size. */
export function RestaurantSwiper({ pictures, restaurantName }: RestaurantSwiperProps) {
  const swiper = useRef<SwiperInstance>(null);
  const [opened, setOpened] = useState<{ picture: ShownPicture; name: string } | null>(null);
  return (
    <>
      <Swiper ref={swiper} className={styles.pictures ?? ""} loop={false} indicator={pictures.length > 1}>
        {pictures.map((picture, index) => {
          const name = picture.text || messages.nth(restaurantName, index + 1);
          return (
            <Swiper.Item key={picture.image}>
              <PictureButton
                picture={picture}
                name={name}
                caption={picture.text}
                onFocus={() => swiper.current?.swipeTo(index)}
                onPress={() => setOpened({ picture, name })}
              />
            </Swiper.Item>
          );
        })}
      </Swiper>
      <ImageViewer
        open={opened !== null}
        label={messages.viewer}
        src={opened === null ? "" : largestSize(opened.picture.image)}
        name={opened?.name ?? ""}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
