// The async iterators of the JavaScript SDK: timelines, the conversation list, presence, and logs.

import type {
  Conversation, LogItem, TimelineRow, TimelineState, RowChange, TimelinePlace, ConversationListState, Presence, PresenceState,
} from "./martlet-types.js";

/**
 * A conversation as a screen shows it: messages, unsent and refused ones, each in its place. Use `chat.timeline()`.
 *
 * It shows a window of the conversation, at most four times as many messages as each move brings. Changes that come faster than
 * they are read arrive as one. Iterate it once. It ends when it is closed, when the loop is left, and when the client is closed.
 */
export class Timeline implements AsyncIterableIterator<{ state: TimelineState; change: RowChange<TimelineRow> }> {
  /** @private Use `chat.timeline`. */
  constructor(...parts: any[]);
  /** The state after the last change that was read. */
  readonly state: TimelineState;
  /** Shows more messages at the beginning; the next change has the rows. */
  older(): Promise<void>;
  /** Shows more messages at the end; the next change has the rows. */
  newer(): Promise<void>;
  /** Shows a place, with a little of what comes before; the next change has the rows. */
  jump(to: TimelinePlace): Promise<void>;
  /** Ends the iteration. */
  close(): void;
  next(): Promise<IteratorResult<{ state: TimelineState; change: RowChange<TimelineRow> }>>;
  return(): Promise<IteratorResult<any>>;
  [Symbol.asyncIterator](): Timeline;
}

/** The conversation list as a screen shows it. Use `client.list()`. Iterate it once; it ends as a timeline does. */
export class ConversationList implements AsyncIterableIterator<{ state: ConversationListState; change: RowChange<Conversation> }> {
  /** @private Use `client.list`. */
  constructor(...parts: any[]);
  /** The state after the last change that was read. */
  readonly state: ConversationListState;
  /** Shows more conversations at the end; the next change has the rows. */
  more(): Promise<void>;
  /** Ends the iteration. */
  close(): void;
  next(): Promise<IteratorResult<{ state: ConversationListState; change: RowChange<Conversation> }>>;
  return(): Promise<IteratorResult<any>>;
  [Symbol.asyncIterator](): ConversationList;
}

/**
 * The presence of users, live. Use `client.watchPresence()`, and iterate it once.
 *
 * The client renews the watch after each connection, and several watches of a user cost the server one. It throws `watched_full` if this
 * client would watch more users than the server allows, and `presence_off` if the app has no presence. It ends when it is closed, when the
 * loop is left, and when the client is closed.
 */
export class PresenceWatch implements AsyncIterableIterator<{ state: PresenceState; change: RowChange<Presence> }> {
  /** @private Use `client.watchPresence`. */
  constructor(...parts: any[]);
  /** The state after the last change that was read. */
  readonly state: PresenceState;
  /** Ends the watch. */
  close(): void;
  next(): Promise<IteratorResult<{ state: PresenceState; change: RowChange<Presence> }>>;
  return(): Promise<IteratorResult<any>>;
  [Symbol.asyncIterator](): PresenceWatch;
}

/**
 * The entries of one log, or of all, in order and without gaps within a conversation. Use `client.logs()` or `chat.log()`, and iterate
 * it once.
 *
 * It ends when the client is disconnected, suspended or closed, and when the loop is left. It throws if the server ends the session.
 */
export class Logs implements AsyncIterableIterator<LogItem> {
  /** @private Use `client.logs`. */
  constructor(...parts: any[]);
  /** Ends the iteration. */
  close(): void;
  next(): Promise<IteratorResult<LogItem>>;
  return(): Promise<IteratorResult<LogItem>>;
  [Symbol.asyncIterator](): Logs;
  /** @private */
  grew(ids: string[]): void;
  /** @private */
  changed(): void;
}
