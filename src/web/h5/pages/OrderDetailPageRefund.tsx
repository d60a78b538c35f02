import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { success, toast } from "#web/shared/notify.ts";
import { RefundPictures } from "../features/order/RefundPictures.tsx";
import { RefundSheet } from "../features/order/RefundSheet.tsx";
import { refundMessages } from "../refundMessages.ts";
import { type RefundRequestStore, refundRequestStore } from "../stores/RefundRequestStore.ts";
import { useStore } from "../useStores.ts";

const words = refundMessages;

interface RefundProps {
  orderId: string;
  open: boolean;
  onClose: () => void;
  /** Money was asked for, or the order is not what it was. */
  onDone: () => void;
}

/** Asks for money back; what was filled in stays when the sheet is closed before it is sent. */
export const OrderDetailPageRefund = observer(function OrderDetailPageRefund(props: RefundProps) {
  const { orderId, open, onClose, onDone } = props;
  const form = useStore(refundRequestStore);
  useEffect(() => {
    if (open) form.open(orderId);
  }, [form, open, orderId]);
  const submit = async () => {
    try {
      await form.submit();
      success(words.done);
      onClose();
    } catch (error) {
      toast(messageOf(error, words.failed));
    }
    onDone();
  };
  return (
    <RefundSheet
      open={open}
      reason={form.reason}
      text={form.text}
      pictures={
        <RefundPictures
          pictures={form.pictures.slice()}
          room={form.room}
          onAdd={form.add}
          onRetry={form.retry}
          onRemove={form.remove}
        />
      }
      canSend={form.canSend}
      isBusy={form.isSending}
      hint={hintOf(form)}
      onReason={form.setReason}
      onText={form.setText}
      onSubmit={submit}
      onClose={onClose}
    />
  );
});

function hintOf({ pictures }: RefundRequestStore): string {
  if (pictures.some((picture) => picture.state === "unreadable")) return words.pictureUnreadable;
  const failed = pictures.find((picture) => picture.state === "failed");
  if (failed !== undefined) return messageOf(failed.error, words.pictureFailed);
  return pictures.some((picture) => picture.state === "sending") ? words.waiting : "";
}
