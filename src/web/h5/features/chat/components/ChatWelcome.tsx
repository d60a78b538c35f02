import { Empty } from "react-vant/es/empty/index.js";
import { brandName } from "#web/lib/brandName.ts";
import "react-vant/es/empty/style/index.css";
import { Button } from "#web/ui/Button/Button.tsx";
import { Illustration } from "#web/ui/Illustration.tsx";
import { chatMessages } from "../messages.ts";
import styles from "./ChatWelcome.module.css";

/** Start of an empty conversation: a greeting, and questions that fill the input. */
export function ChatWelcome({ onQuestion }: { onQuestion: (question: string) => void }) {
  const greeting = (
    <>
      <h2 className={styles.greeting}>{chatMessages.greeting(brandName())}</h2>
      <p>{chatMessages.greetingHint}</p>
    </>
  );
  return (
    <div className={styles.scroll}>
      <Empty className={styles.start ?? ""} image={<Illustration name="food" />} description={greeting}>
        <ul className={styles.questions} aria-label={chatMessages.questionsLabel}>
          {chatMessages.questions.map((question) => (
            <li key={question}>
              <Button variant="plain" onPress={() => onQuestion(question)}>
                {question}
              </Button>
            </li>
          ))}
        </ul>
      </Empty>
    </div>
  );
}
