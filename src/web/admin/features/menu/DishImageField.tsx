import { Button, Flex, Typography } from "antd";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ImageUploadButton } from "../../ui/ImageUploadButton.tsx";
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

/** Square image that is cropped in the browser and uploaded at once; the form keeps its URL. */
export function DishImageField({ label, value, onChange, onBusy }: DishImageFieldProps) {
  const store = useAdminStore(menuStore);
  return (
    <Flex align="center" gap="middle" role="group" aria-label={label} style={{ marginBottom: 16 }}>
      <DishImage src={value} alt="" size={72} />
      <div>
        <Flex gap="small">
          <ImageUploadButton
            text={value === "" ? messages.pick : messages.change}
            aspect={1}
            onUpload={async (image) => onChange(await store.uploadImage(image, new AbortController().signal))}
            onBusy={onBusy}
          />
          {value !== "" && <Button onClick={() => onChange("")}>{messages.remove}</Button>}
        </Flex>
        <Typography.Text type="secondary">{messages.hint}</Typography.Text>
      </div>
    </Flex>
  );
}
