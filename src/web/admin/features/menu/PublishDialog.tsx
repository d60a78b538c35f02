import { Form, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { menuStore } from "./MenuStore.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.publishing;

interface PublishDialogProps {
  /** Dishes whose changes are published; null for all. */
  ids: readonly string[] | null;
  onDone: () => void;
  onClose: () => void;
}

/** Prompts for when unpublished changes become visible to customers. */
export const PublishDialog = observer(function PublishDialog({ ids, onDone, onClose }: PublishDialogProps) {
  const store = useAdminStore(menuStore);
  const [when, setWhen] = useState<"now" | "later" | "never">("now");
  const [at, setAt] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { drafts, scheduled } = store.counts;
  const count = ids?.length ?? drafts;
  const options = (["now", "later", ...(scheduled > 0 ? (["never"] as const) : [])] as const).map(
    (value) => ({ value, text: messages[value] }),
  );
  const publish = async () => {
    if (when === "later" && at === "") return setProblem(messages.noTime);
    setIsBusy(true);
    const publishAt = { now: undefined, later: at.replace("T", " ").slice(0, 16), never: null }[when];
    const isDone = await runWithToast(async () => {
      const changed = await store.publish(ids, publishAt);
      const done = {
        now: messages.done(changed),
        later: messages.scheduled(changed),
        never: messages.unscheduled,
      };
      success(done[when]);
    });
    setIsBusy(false);
    if (isDone) onDone();
  };
  const submit = { text: messages.submit, onPress: () => void publish(), isBusy };
  return (
    <Dialog title={messages.title} onClose={onClose} submit={submit}>
      <Typography.Paragraph>
        {messages.text(count)}
        {ids === null && scheduled > 0 && messages.scheduledNote(scheduled)}
      </Typography.Paragraph>
      <Form.Item label={messages.when} layout="vertical">
        <RadioGroup label={messages.when} options={options} value={when} onChange={setWhen} />
      </Form.Item>
      {when === "later" && (
        <TextField
          label={messages.at}
          type="datetime-local"
          value={at}
          onChange={(text) => {
            setAt(text);
            setProblem(undefined);
          }}
          problem={problem}
        />
      )}
    </Dialog>
  );
});
