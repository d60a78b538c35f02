import { Component, type ReactNode } from "react";
import { commonMessages } from "../commonMessages.ts";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A new value clears the failure (the path: leaving a broken page must work). */
  resetKey: string;
  /** Called before a retry. */
  onRetry: () => void;
  /** Title of the page that failed. */
  title?: string | undefined;
  tabs?: ReactNode;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  resetKey: string;
}

/** Shows a page with 重试 instead of a white screen if rendering, or fetching a page's code, fails. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetKey === state.resetKey ? null : { hasFailed: false, resetKey: props.resetKey };
  }

  override componentDidMount(): void {
    window.addEventListener("online", this.retry);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("online", this.retry);
  }

  private readonly retry = () => {
    if (!this.state.hasFailed) return;
    this.props.onRetry();
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const text = !navigator.onLine ? commonMessages.offline : commonMessages.broken;
    // Plain elements only: this belongs to the first download, unlike the illustrations of other failures.
    return (
      <>
        <main>
          <div className="failure" role="alert">
            <h1>{this.props.title}</h1>
            <p>{text}</p>
            <button type="button" onClick={this.retry}>
              {commonMessages.retry}
            </button>
          </div>
        </main>
        {this.props.tabs}
      </>
    );
  }
}
