import { Empty } from "react-vant/es/empty/index.js";
import "react-vant/es/empty/style/index.css";
import { Button } from "../Button/Button.tsx";
import { Illustration, type IllustrationName } from "../Illustration.tsx";

interface EmptyStateProps {
  illustration?: IllustrationName;
  text: string;
  /** Single action to continue with. */
  action?: { text: string; onPress: () => void };
}

/** react-vant's Empty: an illustration of ours (its own come from a foreign host), one sentence, one button. */
export function EmptyState({ illustration = "food", text, action }: EmptyStateProps) {
  return (
    <Empty image={<Illustration name={illustration} />} description={text}>
      {action !== undefined && <Button onPress={action.onPress}>{action.text}</Button>}
    </Empty>
  );
}
