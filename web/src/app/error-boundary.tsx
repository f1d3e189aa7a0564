import { Component, type ReactNode } from 'react';

type Props = { readonly children: ReactNode; readonly shown: (error: Error) => ReactNode };

/** Shows something in place of a screen that failed; a new `key` tries again. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : this.props.shown(this.state.error);
  }
}
