import { Form } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { dishStore } from "./DishStore.ts";
import { dishMessages } from "./dishMessages.ts";

const messages = dishMessages.soldOutDialog;

interface SoldOutDialogProps {
  dishIds: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Prompts for how long dishes are sold out. */
export const SoldOutDialog = observer(function SoldOutDialog(props: SoldOutDialogProps) {
  const { dishIds, onDone, onClose } = props;
  const store = useAdminStore(dishStore);
  const [end, setEnd] = useState<"open" | "opening" | "time">("open");
  const [at, setAt] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    if (end === "time" && at === "") return setProblem(messages.noTime);
    const change = {
      open: { sold_out: true },
      opening: { sold_out_until: "next_opening" },
      time: { sold_out_until: at.replace("T", " ").slice(0, 16) },
    }[end];
    setIsBusy(true);
    const isSaved = await runWithToast(async () => {
      success(dishMessages.bulk.changed(await store.changeMany(dishIds, change)));
    });
    setIsBusy(false);
    if (isSaved) onDone();
  };
  const submit = { text: messages.submit, onPress: () => void save(), isBusy };
  return (
    <Dialog title={messages.title(dishIds.length)} onClose={onClose} submit={submit}>
      <Form.Item label={messages.until} layout="vertical">
        <RadioGroup
          label={messages.until}
          options={(["open", "opening", "time"] as const).map((value) => ({
            value,
            text: messages.ends[value],
          }))}
          value={end}
          onChange={setEnd}
        />
      </Form.Item>
      {end === "time" && (
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
