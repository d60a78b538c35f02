import { Button, Flex, Typography, Upload } from "antd";
import ImgCrop from "antd-img-crop";
import { useState } from "react";
import { dishImageSizes } from "#contract/menu/dish-image.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { resizeImage, UnreadableImageError } from "#web/lib/images/resizeImage.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { toast } from "../../ui/notify.tsx";
import { menuStore } from "./MenuStore.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.image;

interface DishImageFieldProps {
  label: string;
  /** URL; empty for none. */
  value: string;
  onChange: (url: string) => void;
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

/** Square image that is cropped in the browser and uploaded at once; the form keeps its URL. */
export function DishImageField({ label, value, onChange, onBusy }: DishImageFieldProps) {
  const store = useAdminStore(menuStore);
  const [isBusy, setIsBusy] = useState(false);
  const setBusy = (busy: boolean) => {
    setIsBusy(busy);
    onBusy(busy);
  };
  const upload = async (file: Blob) => {
    setBusy(true);
    try {
      const square = await resizeImage(file, Math.max(...dishImageSizes));
      onChange(await store.uploadImage(square, new AbortController().signal));
    } catch (error) {
      // The cropper hands on a file that it was told not to show, after which that was said.
      if (!isAbortError(error) && !(error instanceof UnreadableImageError))
        toast(toErrorMessage(error, messages.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex align="center" gap="middle" role="group" aria-label={label} style={{ marginBottom: 16 }}>
      <DishImage src={value} alt="" size={72} />
      <div>
        <Flex gap="small">
          <ImgCrop modalTitle={messages.crop} rotationSlider quality={0.9} beforeCrop={canBeShown}>
            <Upload
              accept="image/jpeg,image/png,image/webp"
              showUploadList={false}
              customRequest={({ file }) => void upload(file as Blob)}
            >
              <Button loading={isBusy}>{value === "" ? messages.pick : messages.change}</Button>
            </Upload>
          </ImgCrop>
          {value !== "" && <Button onClick={() => onChange("")}>{messages.remove}</Button>}
        </Flex>
        <Typography.Text type="secondary">{messages.hint}</Typography.Text>
      </div>
    </Flex>
  );
}
