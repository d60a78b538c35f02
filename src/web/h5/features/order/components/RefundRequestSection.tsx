import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { success, toast } from "#web/ui/notify.ts";
import { useStore } from "../../../app/useStores.ts";
import { type RefundRequestStore, refundRequestStore } from "../RefundRequestStore.ts";
import { refundMessages } from "../refundMessages.ts";
import { RefundImages } from "./RefundImages.tsx";
import { RefundSheet } from "./RefundSheet.tsx";

const messages = refundMessages;

interface RefundRequestSectionProps {
  orderId: string;
  open: boolean;
  onClose: () => void;
  /** Called when the request was sent, or the order has changed. */
  onDone: () => void;
}

/** Refund request form; the input stays when the sheet is closed before it is sent. */
export const RefundRequestSection = observer(function RefundRequestSection(props: RefundRequestSectionProps) {
  const { orderId, open, onClose, onDone } = props;
  const form = useStore(refundRequestStore);
  useEffect(() => {
    if (open) form.open(orderId);
  }, [form, open, orderId]);
  const submit = async () => {
    try {
      await form.submit();
      success(messages.done);
      onClose();
    } catch (error) {
      toast(toErrorMessage(error, messages.failed));
    }
    onDone();
  };
  return (
    <RefundSheet
      open={open}
      reason={form.reason}
      text={form.text}
      images={
        <RefundImages
          images={form.images.slice()}
          remaining={form.remainingSlots}
          onAdd={form.add}
          onRetry={form.retry}
          onRemove={form.remove}
        />
      }
      canSend={form.canSend}
      isBusy={form.isSending}
      hint={imageHint(form)}
      onReason={form.setReason}
      onText={form.setText}
      onSubmit={submit}
      onClose={onClose}
    />
  );
});

function imageHint({ images }: RefundRequestStore): string {
  if (images.some((image) => image.state === "unreadable")) return messages.pictureUnreadable;
  const failed = images.find((image) => image.state === "failed");
  if (failed !== undefined) return toErrorMessage(failed.error, messages.pictureFailed);
  return images.some((image) => image.state === "sending") ? messages.waiting : "";
}
