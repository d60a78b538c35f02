import { type ReactNode, useContext, useMemo } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from "react-router-dom";

/**
 * Lets a double tap on whatever navigates add one entry to the history. A push changes the address at once, but the page
 * only when its code has loaded: until then the same link can be tapped again, and Back would lead from the page to
 * itself. Stands inside the router, whose navigator every link and `useNavigate` below it uses.
 */
export function PushOnce({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const once = useMemo(() => ({ ...context, navigator: pushOnce(context.navigator) }), [context]);
  return <NavigationContext.Provider value={once}>{children}</NavigationContext.Provider>;
}

/**
 * Returns a navigator that ignores a push of the entry that the browser is at: with its URL and its state. Another state
 * makes another entry of the same URL. Modals are not concerned: they add their entries past the router (`ModalHistory`).
 */
export function pushOnce(navigator: Navigator): Navigator {
  return {
    ...navigator,
    push: (to, state, options) => {
      const target = new URL(navigator.createHref(to), window.location.href).href;
      const isHere = target === window.location.href && isSameState(state);
      if (!isHere) navigator.push(to, state, options);
    },
  };
}

/** Returns whether a state is that of the browser's entry, in which the router keeps it as `usr`. */
function isSameState(state: unknown): boolean {
  const entry = window.history.state as { usr?: unknown } | null;
  return JSON.stringify(state ?? null) === JSON.stringify(entry?.usr ?? null);
}
