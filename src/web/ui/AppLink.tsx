import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";

interface AppLinkProps {
  /** Path in this app. */
  to: string;
  children: ReactNode;
  className?: string | undefined;
  /** Replaces this page in the history. */
  replace?: boolean;
  isCurrent?: boolean;
  "aria-label"?: string;
}

/** Link inside the app. The router's own `Link` adds several kilobytes for features we do not use. */
export function AppLink({ to, children, replace = false, isCurrent = false, ...rest }: AppLinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        const wantsOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (wantsOtherTab || event.button !== 0) return;
        event.preventDefault();
        navigate(to, { replace });
      }}
    >
      {children}
    </a>
  );
}
