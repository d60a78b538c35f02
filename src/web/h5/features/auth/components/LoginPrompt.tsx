import { useNavigate } from "react-router-dom";
import { loginPath } from "#web/lib/routing/redirectFor.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { authMessages } from "../messages.ts";

const messages = authMessages.prompt;

/** Placeholder for guests on a public page with personal content: a link to the login, which returns here. */
export function LoginPrompt({ here }: { here: string }) {
  const navigate = useNavigate();
  const action = { text: messages.login, onPress: () => navigate(loginPath(here), { replace: true }) };
  return <EmptyState illustration="order" text={messages.text} action={action} />;
}
