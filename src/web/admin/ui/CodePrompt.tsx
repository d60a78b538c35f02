import { Typography } from "antd";
import { type FormEvent, useLayoutEffect, useState } from "react";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { normalizeCode } from "#web/lib/login/loginValidation.ts";
import { CodeField } from "./CodeField.tsx";
import { Dialog } from "./Dialog.tsx";
import { uiMessages } from "./uiMessages.ts";

const messages = uiMessages.codePrompt;

interface Question {
  /** Runs the task with a code. */
  run: (code: string) => Promise<void>;
  cancel: () => void;
  fail: (error: unknown) => void;
}

let ask: ((question: Question) => void) | null = null;

/** Returns whether a failure refuses the code that was sent. */
function isCodeRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.data.field === "code" || error.code === "rate_limited");
}

/**
 * Runs a task that only the admin in person may do: when the server asks for the code of the authenticator app, prompts
 * for it and runs the task again. Rethrows failures, and an AbortError if the admin cancels.
 */
export async function withCode<T>(task: (code?: string) => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (ask === null || !(error instanceof ApiError) || error.data.field !== "code") throw error;
  }
  return await new Promise<T>((resolve, reject) => {
    ask?.({
      run: async (code) => resolve(await task(code)),
      cancel: () => reject(new DOMException("cancelled", "AbortError")),
      fail: reject,
    });
  });
}

/** Shows the prompt of `withCode`; mounted once, inside the theme. */
export function CodePromptHost() {
  const [question, setQuestion] = useState<Question | null>(null);
  useLayoutEffect(() => {
    ask = setQuestion;
    return () => {
      ask = null;
    };
  }, []);
  if (question === null) return null;
  return <CodePrompt question={question} onDone={() => setQuestion(null)} />;
}

function CodePrompt({ question, onDone }: { question: Question; onDone: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy) return;
    const typed = normalizeCode(code);
    if (!/^\d{6}$/.test(typed)) return setProblem(messages.missing);
    setIsBusy(true);
    setProblem(undefined);
    try {
      await question.run(typed);
      onDone();
    } catch (error) {
      setIsBusy(false);
      if (isCodeRefused(error)) return setProblem(toErrorMessage(error, uiMessages.actFailed));
      onDone();
      question.fail(error);
    }
  };
  const close = () => {
    if (isBusy) return;
    onDone();
    question.cancel();
  };
  return (
    <Dialog
      title={messages.title}
      onClose={close}
      submit={{ text: messages.submit, onPress: () => void submit(), isBusy }}
    >
      <Typography.Paragraph>{messages.text}</Typography.Paragraph>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <CodeField value={code} onChange={setCode} problem={problem} />
      </form>
    </Dialog>
  );
}
