import { Button } from "antd";
import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { toast } from "./notify.tsx";
import { uiMessages as messages } from "./uiMessages.ts";

/** Time after which a saved file is no longer kept in memory (ms). */
const revokeAfterMs = 60_000;

interface ExportButtonProps {
  text: string;
  fileName: string;
  fetch: () => Promise<Blob>;
}

/** Saves a file of the server, which needs the token. */
export function ExportButton({ text, fileName, fetch }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      const url = URL.createObjectURL(await fetch());
      const link = document.createElement("a");
      link.href = url;
      link.download = fileName;
      link.click();
      // Browsers read the file after the click; Safari may take a while to begin.
      setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
    } catch (error) {
      toast(toErrorMessage(error, messages.exportFailed));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void download()}>
      {text}
    </Button>
  );
}
