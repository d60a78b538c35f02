import { useState } from "react";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { ImageViewer } from "#web/ui/ImageViewer/ImageViewer.tsx";
import type { ShownPictures } from "../../restaurant/parseRestaurantPictures.ts";
import { largestSize } from "./largestSize.ts";
import { PictureButton } from "./PictureButton.tsx";
import styles from "./RestaurantSheet.module.css";
import { restaurantSheetMessages as messages } from "./restaurantSheetMessages.ts";

interface LicencesSheetProps {
  open: boolean;
  shown: ShownPictures;
  onClose: () => void;
}

/** Sheet with the licences of a restaurant and their numbers; a tap on one shows it full-size. */
export function LicencesSheet({ open, shown, onClose }: LicencesSheetProps) {
  const [opened, setOpened] = useState<{ image: string; name: string } | null>(null);
  const licences = [
    { name: messages.businessLicence, licence: shown.businessLicence },
    { name: messages.foodLicence, licence: shown.foodLicence },
  ];
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.licences} isTall>
      {licences.map(
        ({ name, licence }) =>
          licence !== null && (
            <figure key={name} className={styles.licence}>
              <figcaption>
                {name}
                {licence.text !== "" && (
                  <span className={styles.number}>{messages.number(licence.text)}</span>
                )}
              </figcaption>
              <PictureButton
                picture={licence}
                name={name}
                isWhole
                onPress={() => setOpened({ image: licence.image, name })}
              />
            </figure>
          ),
      )}
      <ImageViewer
        open={opened !== null}
        label={messages.viewer}
        src={opened === null ? "" : largestSize(opened.image)}
        name={opened?.name ?? ""}
        onClose={() => setOpened(null)}
      />
    </BottomSheet>
  );
}
