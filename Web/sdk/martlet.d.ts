// The types of the JavaScript SDK. `martlet-values.d.ts` has the values as they cross between the client core and JavaScript;
// apps get them with every field, and with contents as objects.

import type * as values from "./martlet-values.js";

/** Anything that JSON can express. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };

/** A message's content; a message of type `text` has a `text`. */
export type Content = { [key: string]: any };

// ---------------------------------------------------------------- values

/** A message or a notice in a conversation's log. */
export interface Message extends Omit<Required<values.Message>, "content" | "notice" | "details" | "reactions" | "poll"> {
  /** The content; null for a notice and for a recalled message. */
  content: Content | null;
  /** The text of a message of type `text`; undefined for others. */
  text?: string;
  notice: Notice | null;
  /** The position of the message that this one replies to; 0 for none. */
  replyTo: number;
  mentions: { users: string[]; all: boolean };
  details: values.MessageDetails;
  reactions: Required<values.Reaction>[];
  poll: { votes: Required<values.Vote>[]; closed: boolean } | null;
}

/** A change that the server recorded in the log; fields that do not apply are absent. */
export interface Notice extends Omit<values.MessageNotice, "kind" | "attributes"> {
  kind: "group_created" | "members_added" | "members_removed" | "conversation_changed";
  /** New shared attributes; null for one that was removed. */
  attributes: Record<string, JSONValue>;
}

/** A conversation as the list shows it. */
export interface Conversation extends Omit<Required<values.Conversation>, "lastMessage" | "attributes" | "settings"> {
  lastMessage: Message | null;
  attributes: Record<string, JSONValue>;
  settings: ConversationSettings;
}

/** Which messages of a conversation notify the user; empty for the default. */
export type NotificationLevel = "" | "all" | "mentions" | "mentions_me" | "mentions_all" | "none";

/** The user's own settings of a conversation. */
export interface ConversationSettings extends Omit<Required<values.ConversationSettings>, "draft" | "level" | "removedUpTo"> {
  level: NotificationLevel;
  draft: (values.Draft & { text: string; replyTo: number }) | null;
}

/** A member of a conversation, with the markers that are known. */
export interface Member extends Omit<Required<values.Member>, "role"> {
  role: "member" | "owner" | "";
}

/** How many members have a message. */
export type Receipt = Required<values.Receipt>;

/** An operation in the outbox. */
export interface Pending {
  /** The client id. */
  id: string;
  /** `direct:USER` or a conversation's id. */
  to: string;
  kind: "send" | "edit" | "recall" | "annotate";
  /** Set once the server has stored it, while the entry itself is on its way; 0 before. */
  position: number;
  /** The message that it changes; 0 for a new message. */
  target: number;
  type: string;
  content: Content | null;
  text?: string;
  details: values.MessageDetails;
  time: number;
  /** Set if the server refused it. */
  failure: MartletError | null;
}

/** The state of the connection. */
export interface ConnectionState {
  name: "offline" | "waiting_for_network" | "connecting" | "online" | "ended";
  attempt?: number;
  /** Milliseconds until the next attempt; absent while an attempt is in progress. */
  retryIn?: number;
  /** Why the server ended the session. */
  failure?: MartletError;
}

/** Unread messages over several conversations. */
export type UnreadTotal = Required<values.UnreadTotal>;

/** The conversations that match a search, latest activity first. */
export interface SearchPage {
  hits: { conversation: Conversation; count: number; newest: Message }[];
  /** False while this device still indexes. */
  complete: boolean;
}

/**
 * The result of an operation that went through the outbox: `sent` once it is on the server's disk; `unchanged` if the server
 * already had it so; `unknown` if the client was disconnected or closed first, in which case the outbox keeps it.
 */
export interface Result {
  sent?: Required<values.Sent>;
  unchanged?: true;
  unknown?: true;
}

/** The values of events, by kind. */
export interface Events {
  conversation: Conversation;
  conversationRemoved: values.ConversationRemoved;
  message: Message;
  messageChanged: Message;
  hidden: Omit<Required<values.Hidden>, "failure"> & {
    /** Set if the server refused it: the messages are visible again. */
    failure: MartletError | null;
  };
  annotated: values.Annotated;
  read: values.Marked;
  delivered: values.Marked;
  /** The type is empty when the member stopped. */
  typing: Required<values.Typing>;
  signal: Omit<values.Signal, "content"> & { content: JSONValue };
  pending: Pending;
  /** The operation left the outbox. */
  pendingRemoved: Required<values.PendingRemoved>;
  setting: values.SettingChanged;
  /** Everything missed while offline was fetched. */
  caughtUp: values.Nothing;
  /** The local data was damaged and is fetched again. */
  localDataReset: values.LocalDataReset;
  /** The server's data was restored from a backup: positions may name other entries than before. */
  resynced: values.Resynced;
  /** Events were dropped. Read again what you show. */
  missed: values.Nothing;
}

/** An event with its kind. */
export type Event = { [Kind in keyof Events]: { kind: Kind; value: Events[Kind] } }[keyof Events];

/** An error of the SDK or of the server. `docs/errors.md` lists the codes of the server. */
export class MartletError extends Error {
  constructor(failure: values.Failure);
  /** The stable name of the error, such as `conversation_unknown` or `not_connected`. */
  code: string;
  /** The field of the request that is wrong. */
  field?: string;
  limit?: number;
  actual?: number;
  /** Milliseconds to wait before the next attempt. */
  retryAfter?: number;
}

// ---------------------------------------------------------------- live timelines and lists

/** A row of a timeline: exactly one of `message`, `pending` and `local` is there. */
export interface TimelineRow {
  /** Stays the same while the row is shown, also when a pending message becomes a sent one. */
  key: string;
  /** A message or notice of the log. */
  message?: Message;
  /** A message in the outbox: it waits, is on its way, or was refused. */
  pending?: Pending;
  /** A message of this device only. */
  local?: Omit<Required<values.LocalMessage>, "content"> & { content: Content | null };
  /** Operations in the outbox that change the message, such as an edit that waits. */
  changes: Pending[];
}

/** What a timeline shows. */
export interface TimelineState {
  /** Oldest first. */
  rows: TimelineRow[];
  /** True if there is nothing before the rows. */
  atBeginning: boolean;
  /** True if the rows end with the newest, and new messages appear at their end. */
  atEnd: boolean;
  /** The position from which messages were unread when the timeline was opened; 0 if none was. */
  firstUnread: number;
  /** Messages on this device after the rows; 100 stands for 100 or more. */
  newerCount: number;
}

/** A row and its index in the new rows. */
export interface Placed<Row> {
  index: number;
  row: Row;
}

/** The difference between two states: remove `removed`, then insert `inserted`, then replace `updated`. */
export interface RowChange<Row> {
  /** Indices in the old rows, descending. */
  removed: number[];
  /** By ascending index. */
  inserted: Placed<Row>[];
  updated: Placed<Row>[];
}

/**
 * A message: its position in the conversation's log, or the message itself. One of another conversation is refused with
 * `argument_invalid`.
 */
export type MessageRef = number | { conversation: string; position: number };

/** A place in a conversation; a time means the first message of that moment or later. */
export type TimelinePlace = "newest" | "firstUnread" | { position: number } | { time: number };

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

/** What a live list shows. */
export interface ConversationListState {
  rows: Conversation[];
  /** True if no more conversations match. */
  isComplete: boolean;
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

// ---------------------------------------------------------------- the client

/** What a device is to the user; the server limits the number of devices of each class. */
export type DeviceClass = "mobile" | "tablet" | "desktop" | "web" | "tool";

/** How a client is opened. */
export interface OpenOptions {
  /** ws: or wss:, with the server's host; a path only if a proxy needs one. */
  server: string;
  /** A token, or a function that gets one from the app's server. It is called for each new session. */
  token: string | (() => string | Promise<string>);
  device: { class: DeviceClass; name?: string };
  /**
   * In Node, the folder for the local data, which one client at a time may use. In browsers, the name of the account's data; tabs
   * with the same name are one device. Without it everything is in memory.
   */
  directory?: string;
  /** True to hide from others what this user has read and received. */
  hidesReceipts?: boolean;
  yieldsWhenReconnecting?: boolean;
  /** Milliseconds that a request to the server may take; 30,000 by default. */
  requestTimeout?: number;
  /** Operations in the outbox beyond which more are refused; 10,000 by default. */
  outboxLimit?: number;
  /** The client core; by default `martlet.wasm` beside this file. */
  module?: string | URL;
}

/** Which conversations of the list are wanted. */
export interface ConversationFilter {
  /** Such as `direct` or `group`; all kinds by default. */
  kinds?: string[];
  unread?: boolean;
  mentioned?: boolean;
  pinned?: boolean;
  tag?: string;
}

/** An async iterator that a loop may leave at any time. */
export interface Listening<Value> extends AsyncIterableIterator<Value> {
  return(): Promise<IteratorResult<Value>>;
}

/**
 * The client of one user on one device: a local copy of the user's conversations, and a connection to the server.
 *
 * Lists and history are available before it connects. After `connect()` it connects, and reconnects when necessary, until
 * `disconnect()`. Messages are written to disk before they are sent, and are stored exactly once.
 */
export class Client {
  /** @private Use `open` of `martlet-node.js` or `martlet-browser.js`. */
  constructor(...parts: any[]);
  /** The user; empty on a new device before its first connection. */
  readonly user: string;
  /** The id of this installation. */
  readonly device: string;
  readonly state: ConnectionState;
  /** False if everything is in memory, and unsent messages are lost with the page or the process. */
  readonly isPersistent: boolean;

  /** Starts connecting, and keeps the client connected until `disconnect()`. */
  connect(): Promise<void>;
  /** Closes the connection, and makes no new one until `connect()`. The outbox keeps its contents. */
  disconnect(): Promise<void>;
  /** Skips the delay before the next attempt; call it when the app comes to the foreground. */
  reconnectNow(): Promise<void>;
  /** Tells the client whether the device has a network. */
  networkChanged(isAvailable: boolean): Promise<void>;
  /** Waits until the client is connected. */
  connected(options?: { signal?: AbortSignal }): Promise<void>;
  /** Waits until everything missed while offline was fetched. */
  caughtUp(options?: { signal?: AbortSignal }): Promise<void>;
  /** Disconnects and closes the local data. Nothing is lost: a client opened on the same data continues from here. */
  close(): void;

  /** Calls `listener` for every event of a kind. Returns a function that removes the listener. */
  on<Kind extends keyof Events>(kind: Kind, listener: (value: Events[Kind]) => void): () => boolean;
  on(kind: "event", listener: (event: Event) => void): () => boolean;
  on(kind: "state", listener: (state: ConnectionState) => void): () => boolean;
  /** The events from now on. If more than 1,024 wait for a slow reader, one `missed` replaces them. */
  events(): Listening<Event>;
  /** The states of the connection, starting with the current one; a slow reader gets the newest only. */
  states(): Listening<ConnectionState>;

  /** A conversation: `direct:USER` or a conversation's id. */
  chat(to: string): Chat;
  /** Conversations of the list, latest activity first; `after` is the last one of the previous page. */
  conversations(query?: ConversationFilter & { after?: string; limit?: number }): Promise<Conversation[]>;
  /** The list as a screen shows it, live; `window` conversations to begin with, 50 by default. */
  list(query?: ConversationFilter & { window?: number }): ConversationList;
  /** One conversation of the list; undefined if it is not there. */
  conversation(id: string): Promise<Conversation | undefined>;
  unreadTotal(filter?: ConversationFilter): Promise<UnreadTotal>;
  /** Creates a group that this user owns. Without an id it gets a new one. */
  createGroup(
    group: { title?: string; members?: string[]; id?: string; attributes?: Record<string, JSONValue>; signal?: AbortSignal }
  ): Promise<Chat>;
  /** Searches the cached messages of all conversations. */
  search(text: string, options?: { limit?: number }): Promise<SearchPage>;

  /** @private For the SDK's other files. */
  ask(operation: any, signal?: AbortSignal): Promise<any>;
  /** @private */
  newViewName(): string;
  /** @private */
  changed(state: any): void;
  /** @private */
  published(event: any): void;

  /** The operations that the server has not stored, in the order of the calls. */
  pending(): Promise<Pending[]>;
  /** Removes an operation from the outbox, by its client id. It may be stored already if its answer was lost. */
  discard(id: string): Promise<void>;
}

// ---------------------------------------------------------------- conversations

/** How an operation goes through the outbox. */
export interface SubmitOptions {
  /** The client id: an operation repeated with the same id is stored once. */
  id?: string;
  /** True to resolve to the client id once the operation is on this device's disk. */
  enqueue?: false;
  /** Gives up waiting. The operation stays in the outbox. */
  signal?: AbortSignal;
}

/** Resolves to the client id, without waiting for the server. */
export type EnqueueOptions = Omit<SubmitOptions, "enqueue"> & { enqueue: true };

/** The optional fields of a new message. */
export interface SendFields extends Omit<values.MessageDetails, "replyTo"> {
  /** The message that this one replies to. */
  replyTo?: MessageRef;
  /** The content type; `text` by default. */
  type?: string;
}

/** A conversation: what one can do in it. `client.conversation(id)` tells what the list knows of it. */
export class Chat {
  /** @private Use `client.chat`. */
  constructor(...parts: any[]);
  /** `direct:USER` or a conversation's id. */
  readonly to: string;

  /** Sends a message, and resolves once the server has stored it; rejects with a MartletError if it refuses it. */
  send(content: string | Content, options?: SendFields & SubmitOptions): Promise<Result>;
  /** Resolves to the client id once the message is on this device's disk. */
  send(content: string | Content, options: SendFields & EnqueueOptions): Promise<string>;
  /** Replaces the content of the user's own message. */
  edit(message: MessageRef, content: string | Content, options?: { type?: string } & SubmitOptions): Promise<Result>;
  edit(message: MessageRef, content: string | Content, options: { type?: string } & EnqueueOptions): Promise<string>;
  /** Recalls a message: erases its content for everyone. A silent recall shows nothing in its place. */
  recall(message: MessageRef, options?: { silent?: boolean } & SubmitOptions): Promise<Result>;
  recall(message: MessageRef, options: { silent?: boolean } & EnqueueOptions): Promise<string>;
  react(message: MessageRef, key: string, options?: SubmitOptions): Promise<Result>;
  react(message: MessageRef, key: string, options: EnqueueOptions): Promise<string>;
  unreact(message: MessageRef, key: string, options?: SubmitOptions): Promise<Result>;
  unreact(message: MessageRef, key: string, options: EnqueueOptions): Promise<string>;
  /** Sets and removes properties of an expandable message. */
  setProperties(
    message: MessageRef, set: Record<string, string>, options?: { removing?: string[] } & SubmitOptions): Promise<Result>;
  setProperties(
    message: MessageRef, set: Record<string, string>, options: { removing?: string[] } & EnqueueOptions): Promise<string>;
  /** Votes for choices of a poll, in place of the user's earlier votes. */
  vote(message: MessageRef, choices: number[], options?: SubmitOptions): Promise<Result>;
  vote(message: MessageRef, choices: number[], options: EnqueueOptions): Promise<string>;
  closePoll(message: MessageRef, options?: SubmitOptions): Promise<Result>;
  closePoll(message: MessageRef, options: EnqueueOptions): Promise<string>;
  /** Pins a message for everyone. */
  pinMessage(message: MessageRef, options?: SubmitOptions): Promise<Result>;
  pinMessage(message: MessageRef, options: EnqueueOptions): Promise<string>;
  unpinMessage(message: MessageRef, options?: SubmitOptions): Promise<Result>;
  unpinMessage(message: MessageRef, options: EnqueueOptions): Promise<string>;

  /** The conversation as a screen shows it, live; `window` messages to begin with, 50 by default. */
  timeline(options?: { window?: number; at?: TimelinePlace }): Timeline;

  /**
   * Messages and notices in ascending order and without gaps: the newest before one, or the oldest after one. With
   * `cached` it returns what this device holds, without asking the server.
   */
  history(
    options?: { before?: MessageRef; after?: MessageRef; limit?: number; cached?: boolean; signal?: AbortSignal }
  ): Promise<Message[]>;
  /** Searches the cached messages of the conversation, newest first. */
  search(text: string, options?: { before?: number; limit?: number }): Promise<Message[]>;
  /** Hides messages from this user: on all devices, or on this one. */
  hide(which: { upTo?: MessageRef; messages?: MessageRef[]; thisDeviceOnly?: boolean; signal?: AbortSignal }): Promise<void>;

  /** Moves the user's read marker to a message; by default to the newest. */
  markRead(message?: MessageRef, options?: { signal?: AbortSignal }): Promise<void>;
  /** Tells the other members that the user is writing, or has stopped; call it with each key. */
  setTyping(on?: boolean, type?: string): Promise<void>;
  /** Sends a signal to the members who are connected now. It is not stored. */
  signal(type: string, content?: JSONValue): Promise<void>;
  /** How many members have received and read messages of this user. */
  receipts(messages: MessageRef[], options?: { signal?: AbortSignal }): Promise<Receipt[]>;
  /** The known read and delivered markers of the members, from the local data. */
  markers(): Promise<Member[]>;

  members(options?: { signal?: AbortSignal }): Promise<Member[]>;
  /** Adds users to a group. */
  add(...users: string[]): Promise<void>;
  /** Removes users from a group. */
  remove(users: string | string[], options?: { reason?: string; signal?: AbortSignal }): Promise<void>;
  /** Leaves a group, which removes it from the list. */
  leave(options?: { reason?: string; signal?: AbortSignal }): Promise<void>;
  /** Changes the title and the shared attributes of a group; an attribute that is null is removed. */
  change(change: { title?: string; attributes?: Record<string, JSONValue>; signal?: AbortSignal }): Promise<void>;

  /** Pins the conversation to the top of the list. */
  pinToTop(): Promise<void>;
  unpinFromTop(): Promise<void>;
  setLevel(level: NotificationLevel): Promise<void>;
  /** Mutes the conversation, so that it has no sound and no badge. */
  setMuted(muted: boolean): Promise<void>;
  /** The user's own name for the conversation; empty for none. */
  setAlias(alias: string): Promise<void>;
  /** Saves the draft of the conversation; an empty text deletes it. */
  saveDraft(text: string, options?: { replyTo?: number }): Promise<void>;
  /** Drops the conversation from the list until its next message. */
  removeFromList(): Promise<void>;
}
