import { Component, type ReactNode } from "react";
import { logError } from "../logError.ts";

/** Renders nothing, instead of taking the whole app along, when its content or the content's code fails. */
export class OptionalContent extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    logError("a part beside the page failed", error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
