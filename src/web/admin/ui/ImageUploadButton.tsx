import { Button, Upload } from "antd";
import ImgCrop from "antd-img-crop";
import { useState } from "react";
import { dishImageSizes } from "#contract/menu/dish-image.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { resizeImage, UnreadableImageError } from "#web/lib/images/resizeImage.ts";
import { toast } from "./notify.tsx";
import { uiMessages } from "./uiMessages.ts";

const messages = uiMessages.imageUpload;

interface ImageUploadButtonProps {
  text: string;
  /** Text with its subject, for screen readers; `text` by default. */
  name?: string;
  /** Width by height of the part that is cut out; null for the whole image. */
  aspect: number | null;
  isDisabled?: boolean;
  /** Sends the image, made smaller. A rejection is told. */
  onUpload: (image: Blob) => Promise<void>;
  /** Called when an upload begins and ends: the form waits for it. */
  onBusy: (isBusy: boolean) => void;
}

/** Returns whether the browser can show a file as an image, and says so if it cannot. */
async function canBeShown(file: Blob): Promise<boolean> {
  try {
    await resizeImage(file, 1);
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    toast(messages.unreadable);
    return false;
  }
}

/** Button that lets an image be picked and cropped in the browser, and uploads it at once. */
export function ImageUploadButton(props: ImageUploadButtonProps) {
  const { text, name = text, aspect, isDisabled = false, onUpload, onBusy } = props;
  const [isBusy, setIsBusy] = useState(false);
  const setBusy = (busy: boolean) => {
    setIsBusy(busy);
    onBusy(busy);
  };
  const upload = async (file: Blob) => {
    // Without the cropper nothing has looked at the file; the cropper hands on one that it was told not to show.
    if (aspect === null && !(await canBeShown(file))) return;
    setBusy(true);
    try {
      await onUpload(await resizeImage(file, Math.max(...dishImageSizes)));
    } catch (error) {
      if (!isAbortError(error) && !(error instanceof UnreadableImageError))
        toast(toErrorMessage(error, messages.failed));
    } finally {
      setBusy(false);
    }
  };
  const picker = (
    <Upload
      accept="image/jpeg,image/png,image/webp"
      showUploadList={false}
      disabled={isDisabled || isBusy}
      customRequest={({ file }) => void upload(file as Blob)}
    >
      <Button loading={isBusy} disabled={isDisabled} aria-label={name}>
        {text}
      </Button>
    </Upload>
  );
  if (aspect === null) return picker;
  return (
    <ImgCrop modalTitle={messages.crop} rotationSlider quality={0.9} aspect={aspect} beforeCrop={canBeShown}>
      {picker}
    </ImgCrop>
  );
}
