import { Button, Flex, Form } from "antd";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ImageUploadButton } from "../../ui/ImageUploadButton.tsx";
import { restaurantAdminStore } from "../restaurants/RestaurantAdminStore.ts";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.licence;

interface LicencePictureFieldProps {
  label: string;
  /** URL; empty for none. */
  value: string;
  onChange: (url: string) => void;
  /** Called when an upload begins and ends: the form waits for it. */
  onBusy: (isBusy: boolean) => void;
  problem: string | undefined;
}

/** Whole picture of a licence of the chain, uploaded at once; the form keeps its URL. */
export function LicencePictureField({ label, value, onChange, onBusy, problem }: LicencePictureFieldProps) {
  const store = useAdminStore(restaurantAdminStore);
  const text = value === "" ? messages.pick : messages.change;
  return (
    <Form.Item
      label={label}
      layout="vertical"
      extra={messages.hint}
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Flex gap={8} align="center" role="group" aria-label={label}>
        {value !== "" && (
          <ImageWithFallback
            src={value}
            alt={label}
            width={96}
            height={96}
            style={{ objectFit: "contain" }}
            fallback={messages.broken}
          />
        )}
        <ImageUploadButton
          text={text}
          name={messages.uploadOf(text, label)}
          aspect={null}
          onUpload={async (image) => onChange((await store.uploadPicture(image)).image)}
          onBusy={onBusy}
        />
        {value !== "" && <Button onClick={() => onChange("")}>{messages.remove}</Button>}
      </Flex>
    </Form.Item>
  );
}
