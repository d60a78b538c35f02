import { Icon } from "#web/ui/Icon.tsx";
import { chatMessages } from "../messages.ts";
import styles from "./ChatWelcome.module.css";

/** Start of an empty conversation: a greeting, and questions that fill the input. */
export function ChatWelcome({ onQuestion }: { onQuestion: (question: string) => void }) {
  return (
    <div className={styles.scroll}>
      <div className={styles.start}>
        <span className={styles.sign}>
          <Icon name="chat" size={32} />
        </span>
        <h2 className={styles.greeting}>{chatMessages.greeting}</h2>
        <p className={styles.hint}>{chatMessages.greetingHint}</p>
        <ul className={styles.questions} aria-label={chatMessages.questionsLabel}>
          {chatMessages.questions.map((question) => (
            <li key={question}>
              <button type="button" className={styles.question} onClick={() => onQuestion(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
