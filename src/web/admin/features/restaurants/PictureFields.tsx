import { Flex, Form, Input, Typography } from "antd";
import { type ReactNode, useRef } from "react";
import {
  pictureTextMax,
  restaurantImageSrcSet,
  restaurantPicturesMax,
} from "#contract/restaurant-pictures/restaurant-image.ts";
import type { RestaurantLicence, RestaurantPicture } from "#contract/restaurant-pictures/schema.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import { ImageUploadButton } from "../../ui/ImageUploadButton.tsx";
import { toast } from "../../ui/notify.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import styles from "./PictureFields.module.css";
import type { UploadedPicture } from "./RestaurantAdminStore.ts";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.pictures;
const pictureAspect = 4 / 3;

interface FieldProps {
  label: string;
  /** Rejects if the picture was not stored. */
  onUpload: (image: Blob) => Promise<UploadedPicture>;
  /** Called when an upload begins and ends: the form waits for it. */
  onBusy: (isBusy: boolean) => void;
  problem: string | undefined;
}

interface PicturesFieldProps extends FieldProps {
  pictures: readonly RestaurantPicture[];
  onChange: (pictures: RestaurantPicture[]) => void;
}

/** Pictures of a restaurant in their order, each with a short text that describes it. */
export function PicturesField({ label, pictures, onChange, onUpload, onBusy, problem }: PicturesFieldProps) {
  // Texts may be typed while a picture is uploaded.
  const latest = useRef(pictures);
  latest.current = pictures;
  const add = async (image: Blob) => {
    const picture = await onUpload(image);
    if (latest.current.some((known) => known.image === picture.image)) return void toast(messages.same);
    onChange([...latest.current, { ...picture, caption: "" }]);
  };
  const moveUp = (index: number) => {
    const moved = [...pictures];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  return (
    <Field label={label} hint={messages.hint(restaurantPicturesMax)} problem={problem}>
      {pictures.map((picture, index) => (
        <Flex key={picture.image} gap={8} align="center">
          <Thumbnail picture={picture} />
          <Input
            aria-label={messages.captionOf(index + 1)}
            placeholder={messages.caption}
            value={picture.caption}
            maxLength={pictureTextMax.caption}
            style={{ flex: 1 }}
            onChange={({ target: { value: caption } }) =>
              onChange(pictures.map((other, at) => (at === index ? { ...other, caption } : other)))
            }
          />
          <RowButton
            text={messages.up}
            name={messages.upOf(index + 1)}
            disabled={index === 0}
            onPress={() => moveUp(index)}
          />
          <RowButton
            text={messages.remove}
            name={messages.removeOf(messages.nth(index + 1))}
            onPress={() => onChange(pictures.filter((_, at) => at !== index))}
          />
        </Flex>
      ))}
      <span>
        <ImageUploadButton
          text={messages.add}
          aspect={pictureAspect}
          isDisabled={pictures.length >= restaurantPicturesMax}
          onUpload={add}
          onBusy={onBusy}
        />
      </span>
    </Field>
  );
}

interface LicenceFieldProps extends FieldProps {
  licence: RestaurantLicence | null;
  onChange: (licence: RestaurantLicence | null) => void;
}

/** Picture of a licence, whole, and its number. */
export function LicenceField({ label, licence, onChange, onUpload, onBusy, problem }: LicenceFieldProps) {
  // The number may be typed while the picture is uploaded.
  const latest = useRef(licence);
  latest.current = licence;
  const text = licence === null ? messages.pick : messages.change;
  return (
    <Field label={label} hint={messages.licenceHint} problem={problem}>
      <Flex gap={8} align="center">
        {licence === null ? (
          <span className={styles.picture}>{messages.none}</span>
        ) : (
          <>
            <Thumbnail picture={licence} isWhole />
            <Input
              aria-label={messages.numberOf(label)}
              placeholder={messages.number}
              value={licence.number}
              maxLength={pictureTextMax.licenceNumber}
              style={{ flex: 1 }}
              onChange={({ target: { value: number } }) => onChange({ ...licence, number })}
            />
          </>
        )}
        <ImageUploadButton
          text={text}
          name={messages.uploadOf(text, label)}
          aspect={null}
          onUpload={async (image) => {
            const uploaded = await onUpload(image);
            onChange({ ...uploaded, number: latest.current?.number ?? "" });
          }}
          onBusy={onBusy}
        />
        {licence !== null && (
          <RowButton text={messages.remove} name={messages.removeOf(label)} onPress={() => onChange(null)} />
        )}
      </Flex>
    </Field>
  );
}

interface GroupProps {
  label: string;
  hint: string;
  problem: string | undefined;
  children: ReactNode;
}

function Field({ label, hint, problem, children }: GroupProps) {
  return (
    <Form.Item
      label={label}
      layout="vertical"
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Flex vertical gap={8} role="group" aria-label={label}>
        {children}
        <Typography.Text type="secondary">{hint}</Typography.Text>
      </Flex>
    </Form.Item>
  );
}

function Thumbnail({ picture, isWhole = false }: { picture: UploadedPicture; isWhole?: boolean }) {
  return (
    <span className={styles.picture} data-whole={isWhole || undefined}>
      <ImageWithFallback
        src={picture.image}
        srcSet={restaurantImageSrcSet(picture.image, picture)}
        sizes="96px"
        alt=""
        width={96}
        height={72}
        fallback={commonMessages.imageBroken}
      />
    </span>
  );
}
