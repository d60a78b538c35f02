/** What a notifier calls. */
export interface EventNotifierHandlers {
  /** A channel has new events, or may have had some before it was subscribed. */
  onNotification: (channel: string) => void;
  /** Notifications arrive from now on; earlier ones of any channel may have been missed. */
  onReady: () => void;
}

/**
 * Notifies processes of the channels that have new events. The events are rows: a notification carries none, may come twice
 * or be missed, and only saves the wait for the next poll of the table.
 */
export interface EventNotifier {
  /** Starts to listen; further calls have no effect. */
  start(handlers: EventNotifierHandlers): void;
  stop(): Promise<void>;
  /** Begins to notify of a channel. */
  subscribe(channel: string): void;
  unsubscribe(channel: string): void;
}
