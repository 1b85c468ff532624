// The types of the JavaScript SDK: its classes and functions. `martlet-types.d.ts` has the values, `martlet-iterators.d.ts` the async
// iterators. It has over 500 lines because it has every call of a client and of a chat.

import type {
  JSONValue, Content, Message, Page, Conversation, NotificationLevel, ConversationSettings, LocalMessage, LocalDraft,
  ScheduledMessage, Tag, QuietHours, SendOutcome, Member, Receipt, Pending, ConnectionState, UnreadTotal, SearchPage,
  SearchQuery, Result, Events, Event, ContentClass, LogStart, MessageRef, TimelinePlace, GroupCard, GroupBan,
  GroupApplication, GroupAnnouncement, Profile, GroupEntrance, JoinLink, MemberFilter, Permissions, Relation, FriendRequest, Presence,
} from "./martlet-types.js";
import type { Timeline, ConversationList, PresenceWatch, Logs } from "./martlet-iterators.js";
import type * as values from "./martlet-values.js";

export * from "./martlet-types.js";
export * from "./martlet-iterators.js";

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
  /** The time at which the refusal ends, such as a suspension, in milliseconds since 1970. */
  until?: number;
}

/**
 * The content of a message as a value of a class; undefined if the message has no content, or one of another type.
 *
 * Throws `content_malformed`, with the field, if the content is not as the class says: a peer may send anything.
 */
export function contentOf<Value extends object>(
  message: { type: string; content: Content | null }, as: ContentClass<Value>): Value | undefined;

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
  /** The kinds of conversations in which others are told what this user has read and received; all by default. */
  receiptKinds?: string[];
  yieldsWhenReconnecting?: boolean;
  /** Milliseconds that a request to the server may take; 30,000 by default. */
  requestTimeout?: number;
  /** Operations in the outbox beyond which more are refused; 10,000 by default. */
  outboxLimit?: number;
  /** Files that are uploaded at the same time; 2 by default. */
  uploadsAtOnce?: number;
  /** Milliseconds for which the content of the user's own recalled messages is kept; 300,000 by default. */
  recallEditWindow?: number;
  /**
   * Gets each message and edit before it is sent, and returns what to send instead, or throws to refuse it. With null the app takes
   * over: nothing is sent, and the call resolves to `{ takenOver: true }`. It must give the same result for a message that is
   * repeated with the same id.
   */
  intercept?: (message: Outgoing) => Intercepted | null | Promise<Intercepted | null>;
  /**
   * Gets each message that another user has just sent. If it returns false, there is no event `message`, and timelines that are
   * open do not show it. History, search, unread counts and timelines opened later have it.
   */
  interceptReceived?: (message: Message) => boolean;
  /** The app's content classes, whose texts local search finds. */
  contents?: ContentClass<any>[];
  /** The client core; by default `martlet.wasm` beside this file. */
  module?: string | URL;
}

/** A message or an edit before it is sent; `edited` is the position of the message to edit, 0 for a new one. */
export interface Outgoing {
  to: string;
  id?: string;
  edited: number;
  type: string;
  content: Content;
  details: values.MessageDetails;
}

/** What to send in place of a message or an edit; the type and the details of a message stay as they are if they are left out. */
export interface Intercepted {
  type?: string;
  content: Content;
  details?: values.MessageDetails;
}

/** Which conversations of the list are wanted, and in which order. */
export interface ConversationFilter {
  /** Such as `direct` or `group`; all kinds by default. */
  kinds?: string[];
  unread?: boolean;
  mentioned?: boolean;
  pinned?: boolean;
  tag?: string;
  /** Notification levels, without quiet hours; all by default. */
  levels?: NotificationLevel[];
  /** Values of the user's own attributes that must match. */
  attributes?: Record<string, JSONValue>;
  /** Values of shared attributes that must match. */
  sharedAttributes?: Record<string, JSONValue>;
  /** True to include conversations that were removed from the list. */
  includesRemoved?: boolean;
  /** The order, latest activity first; each is true by default. */
  order?: { pinnedFirst?: boolean; countsDrafts?: boolean; countsUnsent?: boolean };
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
  /**
   * Stores what is in progress, disconnects, and closes the local data until `resume()`.
   *
   * Requests in progress fail with `not_connected`, and sends resolve to `unknown` and stay in the outbox. New calls fail with
   * `suspended`; `connect()`, `disconnect()` and `networkChanged()` decide what happens after `resume()`. Listeners stay, and
   * timelines and lists wait for `resume()`. In a browser, the account's other tabs continue. A client in memory only disconnects.
   */
  suspend(): Promise<void>;
  /**
   * Opens the local data again after `suspend()`, and connects if the client was connected or connecting. Another client may have
   * used the data meanwhile, so listeners get `missed`. Rejects as `open` does; the client is suspended then.
   */
  resume(): Promise<void>;
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
  /**
   * The entries of all conversations' logs, edits and recalls too: existing ones first, then new ones as they arrive. Conversations
   * that appear later are read from their beginning. Connect first: without a connection it ends after the cached entries.
   */
  logs(options: { from: LogStart }): Logs;
  /** One conversation of the list; undefined if it is not there. */
  conversation(id: string): Promise<Conversation | undefined>;
  unreadTotal(filter?: ConversationFilter): Promise<UnreadTotal>;
  /** Creates a group that this user owns. Without an id it gets a new one. */
  createGroup(
    group: { title?: string; members?: string[]; id?: string; attributes?: Record<string, JSONValue>; signal?: AbortSignal }
  ): Promise<Chat>;
  /** Joins a group that is open, or one that a link leads to; resolves to its chat once this device holds it. */
  join(entrance: GroupEntrance & { sharedBy?: string; way?: string; signal?: AbortSignal }): Promise<Chat>;
  /**
   * Applies to join a group that takes applications; `text`, at most 2,048 bytes, is for its owner and admins. If they accept, the
   * group appears in the list; if they refuse, the event `application` tells it. Another text replaces the application.
   */
  apply(
    application: { group: string; text?: string; sharedBy?: string; way?: string; signal?: AbortSignal }): Promise<void>;
  /** Withdraws the user's application to join a group; if there is none, nothing changes. */
  withdrawApplication(application: { group: string; signal?: AbortSignal }): Promise<void>;
  /** Describes a group that the user could join, or apply to join; `appliedUntil` tells when the user's application ends. */
  describe(entrance: GroupEntrance & { signal?: AbortSignal }): Promise<GroupCard>;
  /**
   * The profile of a user: the cached one, or else the server's. From then on it is kept up to date while the client is connected, for
   * the last 1,000 users, and the event `profile` tells of changes.
   */
  profile(user: string, options?: { signal?: AbortSignal }): Promise<Profile>;
  /** The profiles of users, by user; offline, those that are cached. */
  profiles(users: string[], options?: { signal?: AbortSignal }): Promise<Record<string, Profile>>;
  /**
   * Changes fields of the user's own profile: `name`, `picture`, `email`, `phone`, `birthday`, `gender`, `location`, `about`, `role`,
   * `level`, and those that the app declares; null removes one. All changes take effect, or none. Resolves to the whole profile.
   */
  updateProfile(
    fields: Record<string, string | null>,
    options?: { visibility?: "app" | "nobody" | "everyone"; signal?: AbortSignal }
  ): Promise<Profile>;
  /** Finds the user with an account number; undefined if there is none who shows the profile to everyone. */
  findProfile(number: string, options?: { signal?: AbortSignal }): Promise<Profile | undefined>;
  /**
   * Finds users by their names, if the app lets users find each other; otherwise it fails with `directory_off`. It suffices to write the
   * beginnings of words, in any order; case and accents do not count. One word has at least two characters. Gives at most `limit` users,
   * up to 50, and none who hides the profile. The profiles are not cached.
   */
  findUsers(name: string, options?: { limit?: number; signal?: AbortSignal }): Promise<Profile[]>;
  /**
   * Blocks users: from then on they cannot write to the user. The server refuses what they send, edit, annotate or signal in the
   * direct conversation with `blocked`. The user still can; groups are not affected, and nobody else is told.
   */
  block(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Lifts blocks: the users can write to the user again. */
  unblock(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * The users whom the user blocks, in the order of their ids, from the local data. `after` is the last user of the previous page; a
   * page has at most 1,000 users.
   */
  blocked(options?: { after?: string; limit?: number }): Promise<string[]>;
  /**
   * Puts users on the allow list. It matters if the user takes messages only from allowed users, or if the app says so for all
   * users: then the server refuses what anybody else sends, edits, annotates or signals, with `not_on_allow_list`.
   */
  allow(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Takes users off the allow list. */
  disallow(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** The users on the allow list, as `blocked` has those who are blocked. */
  allowed(options?: { after?: string; limit?: number }): Promise<string[]>;
  /** Says whether only users on the allow list may write to the user, in all direct conversations. */
  setTakesOnlyAllowed(isSet: boolean, options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Asks a user to become friends, with words for the other one to read. If that user has asked this one already, both are friends
   * at once; the same if the app asks for no consent. A request to a user who blocks this one looks as if it waited.
   */
  requestFriend(user: string, options?: { text?: string; signal?: AbortSignal }): Promise<void>;
  /** Accepts the requests of users: from then on they are friends. `friend_request_unknown` for a user who has not asked. */
  acceptFriend(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Declines the requests of users, who see that theirs wait no more. */
  declineFriend(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Ends friendships, or withdraws the user's own requests. */
  removeFriend(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** The user's friends, as `blocked` has those who are blocked. */
  friends(options?: { after?: string; limit?: number }): Promise<string[]>;
  /** The requests of other users that wait for this user's answer, in the order of the users' ids. */
  friendRequests(options?: { after?: string; limit?: number }): Promise<FriendRequest[]>;
  /** The user's own requests that wait for an answer, as `friendRequests` has those of others. */
  askedFriends(options?: { after?: string; limit?: number }): Promise<FriendRequest[]>;
  /**
   * What the user has set about another user, from the local data. The relation to the own user says with `onlyAllowed` whether
   * only allowed users may write.
   */
  relation(user: string): Promise<Relation>;
  /** Asks the server whether a user is online. The presence of one who hides it, or who does not exist, has no state. */
  presence(user: string, options?: { signal?: AbortSignal }): Promise<Presence>;
  /** Asks the server which users are online: their presences, by user. Nothing of it is cached. */
  presences(users: string[], options?: { signal?: AbortSignal }): Promise<Record<string, Presence>>;
  /** Watches the presence of users, live. */
  watchPresence(users: string[]): PresenceWatch;
  /** Sets the user's status text, which stays, also while the user is offline; "" for none. */
  setStatus(text: string): Promise<void>;
  /** Sets a status text for as long as this device is connected, in place of that of `setStatus`; "" for none. */
  setDeviceStatus(text: string, options?: { signal?: AbortSignal }): Promise<void>;
  /** Sets who sees the presence of this user; "" for what the app decides. */
  setPresenceVisibility(visibility: "" | "everyone" | "nobody"): Promise<void>;
  /** Conversations by id, in the order given, without those that are not in the list. */
  conversationsById(ids: string[]): Promise<Conversation[]>;
  /**
   * Looks for conversations by members, title, shared attributes and time, on the server. All conditions must hold. An attribute that
   * is a list has one of the values in it; `exactly` excludes conversations with other members. A page may be empty although more
   * follow: continue while `next` is not empty.
   */
  findConversations(search?: {
    members?: string[]; exactly?: boolean; title?: string; attributes?: Record<string, JSONValue | JSONValue[]>;
    activeFrom?: number; activeBefore?: number; limit?: number; after?: string; signal?: AbortSignal;
  }): Promise<Page<string>>;
  /** The ids of pinned conversations, last pinned first. */
  pinnedConversations(): Promise<string[]>;
  /** Searches the cached messages of all conversations. */
  search(query: string | SearchQuery, options?: { limit?: number; after?: string }): Promise<SearchPage>;
  /** Waits until the search index covers all cached messages. */
  waitForIndex(options?: { signal?: AbortSignal }): Promise<void>;
  /** The state of synchronisation, and the time by the server's clock. */
  status(): Promise<{
    /** Entries still to be fetched, as far as known. */
    pendingEntries: number;
    /** Settings and hidings that the server does not have yet. */
    unsyncedChanges: number;
    serverTime: number;
    /** The time of the connection; 0 without one. */
    onlineSince: number;
    lastConnectionError: MartletError | null;
  }>;
  /** A new client id, for sends that are repeated until they succeed. */
  newId(): Promise<string>;

  /** The user's pending scheduled messages, from all devices, earliest first. */
  scheduled(options?: { signal?: AbortSignal }): Promise<ScheduledMessage[]>;
  /** Resolves to false if the message was sent already, or if the server does not know it. */
  cancelScheduled(id: string, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Sends the same content to 1 to 500 conversations, as a message of its own in each. */
  broadcast(
    content: string | object, destinations: string[], options?: { type?: string; signal?: AbortSignal }): Promise<SendOutcome[]>;
  /** Forwards 1 to 100 messages, each by itself, or all as one message of type `forward` with the title `combined`. */
  forward(
    messages: { sender: string; time: number; type: string; content: Content | null }[], destinations: string[],
    options?: { combined?: string; signal?: AbortSignal }): Promise<SendOutcome[]>;
  /** Drops conversations of the list, each until its next message; `withHistory` hides what there is, on all devices forever. */
  removeFromList(filter?: ConversationFilter, options?: { withHistory?: boolean; untag?: string }): Promise<void>;
  /** Marks all messages of conversations as read; by default of the whole list. */
  markRead(filter?: ConversationFilter): Promise<void>;

  /** The account's settings by key. */
  settings(): Promise<Record<string, JSONValue>>;
  /** Changes settings of the account by key, on all of the user's devices; null removes one. */
  setSettings(values: Record<string, JSONValue>): Promise<void>;
  /** The level of conversations without one of their own; for one kind, or for kinds without a default. */
  setDefaultLevel(level: NotificationLevel, options?: { kind?: string }): Promise<void>;
  quietHours(): Promise<QuietHours | null>;
  setQuietHours(hours: QuietHours | null): Promise<void>;
  /** The user's tags, in order of creation. */
  tags(): Promise<Tag[]>;
  /** Creates or renames a tag; its id has 1 to 10 bytes. */
  setTag(id: string, name: string): Promise<void>;
  /** Deletes a tag, and removes it from all conversations. */
  deleteTag(id: string): Promise<void>;
  /** Adds a tag to conversations, by their ids; beyond 1,000, those that got it first lose it. */
  addTag(id: string, conversations: string[]): Promise<void>;
  removeTag(id: string, conversations: string[]): Promise<void>;

  /** @private For the SDK's other files. */
  ask(operation: any, signal?: AbortSignal): Promise<any>;
  /** @private */
  newViewName(): string;
  /** @private */
  follow(reader: any): void;
  /** @private */
  stopFollowing(reader: any): void;
  /** @private */
  intercepted(outgoing: any): any;
  /** @private */
  watch(timeline: any): () => boolean;
  /** @private */
  changed(state: any): void;
  /** @private */
  published(event: any): void;

  /** The operations that the server has not stored, in the order of the calls. */
  pending(): Promise<Pending[]>;
  /**
   * Removes an operation from the outbox, by its client id. It may be stored already if its answer was lost. An upload of its file
   * ends.
   */
  discard(id: string): Promise<void>;
  /**
   * Sends a refused operation again, by its client id, as the newest of its conversation, and with its file if it has one.
   * Rejects with `argument_invalid` if the outbox has no refused operation of that id.
   */
  retry(id: string): Promise<void>;
  /**
   * Pauses the upload of a message's file, by the message's client id, also across restarts; does nothing if there is none. The
   * message keeps its place in its conversation, so later messages wait for it, unless it was sent with `whenReady`.
   */
  pauseUpload(id: string): Promise<void>;
  /** Lets a paused upload go on, from where it was. */
  resumeUpload(id: string): Promise<void>;
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

/** The optional fields of a message with a file. */
export interface FileFields {
  /** The file's name; by default that of a `File`, or the last part of a path. */
  name?: string;
  /** The media type, such as `image/png`; by default that of a `Blob`. */
  format?: string;
  caption?: string;
  /** The size of a picture or a video, in pixels. */
  width?: number;
  height?: number;
  /** The duration of a video or a recording, in whole seconds. */
  seconds?: number;
  /** A picture to show while the file loads: at most 20 KiB as base64, and its size in pixels. */
  thumbnail?: { data: string; format?: string; width?: number; height?: number };
  /**
   * Makes the content, in place of the built-in ones. `media` is a place for the file, and has to be the content's member `media`
   * or in the list there.
   */
  content?: (media: object) => object;
  /** True if later messages to the conversation do not wait for the file: the message then takes its place when its file is there. */
  whenReady?: boolean;
  /** Called as bytes arrive at the server, also while it waits in the outbox; the event `pending` tells the same. */
  onProgress?: (progress: { sent: number; total: number }) => void;
}

/** A file of a message. */
export interface FileChoice {
  /** The id of one of several files; by default that of the content's `media`. */
  id?: string;
  /**
   * A smaller picture of a picture or a video, in WebP: `preview` and `large` are at most 240 and 1,080 pixels wide and high, and
   * the shorter side of `small` and `medium` is 198 and 720. There may be none.
   */
  variant?: "preview" | "small" | "medium" | "large";
}

/** How a file is downloaded. */
export interface DownloadOptions extends FileChoice {
  /** Called as bytes arrive; `total` is 0 while the size is not known. */
  onProgress?: (progress: { received: number; total: number }) => void;
  /** Pauses the download: the next call goes on where it ended. */
  signal?: AbortSignal;
}

/** A picture, a video or a recording, as the server finds it. */
export interface FileFacts {
  /** The type by its content, such as `image/jpeg`. */
  type: string;
  /** In pixels, as it is to be shown; 0 for a recording. */
  width: number;
  height: number;
  /** How long it plays; 0 for a picture, and if nobody knows. */
  milliseconds: number;
  /** The number of pictures of a moving picture; 1 for one that stands, 0 for videos and recordings. */
  frames: number;
  /** The loudness of a recording from its beginning to its end: up to 64 bytes, 255 for the loudest. */
  waveform: Uint8Array;
}

/** A conversation: what one can do in it. `client.conversation(id)` tells what the list knows of it. */
export class Chat {
  /** @private Use `client.chat`. */
  constructor(...parts: any[]);
  /** `direct:USER` or a conversation's id. */
  readonly to: string;
  /** The conversation's id; on a new device, that of a direct conversation is known after the first connection. */
  id(): Promise<string>;
  /** The conversation as the list shows it; undefined if it is not in the list. */
  summary(): Promise<Conversation | undefined>;

  /** Sends a message, and resolves once the server has stored it; rejects with a MartletError if it refuses it. */
  send(content: string | object, options?: SendFields & SubmitOptions): Promise<Result>;
  /** Resolves to the client id once the message is on this device's disk. */
  send(content: string | object, options: SendFields & EnqueueOptions): Promise<string>;
  /**
   * Sends a message with a file, which is uploaded first: an `image`, `gif`, `video`, `voice` or `file`, by default as the file's
   * media type says. Resolves and rejects as `send` does; with the server's refusal of the file, too.
   *
   * The client copies the file, and puts the message into the outbox. From then on it is sent whatever happens to the page or the
   * process: the next client on the same data goes on where the upload was. Later messages to the conversation wait for it, other
   * conversations do not. A client that keeps nothing (`isPersistent`) copies nothing, and forgets the message with its page.
   *
   * In Node, `file` may be a path. Rejects with `argument_invalid` and the field `file` for a file that cannot be read.
   */
  sendFile(file: Blob | ArrayBuffer | Uint8Array | string, options?: FileFields & SendFields & SubmitOptions): Promise<Result>;
  /** Resolves to the client id once the copy and the message are on this device's disk. */
  sendFile(file: Blob | ArrayBuffer | Uint8Array | string, options: FileFields & SendFields & EnqueueOptions): Promise<string>;
  /**
   * Downloads a file of a message; resolves to a Blob.
   *
   * An interruption is waited out, and the download goes on where it was; if it is interrupted too often, it rejects with
   * `unreachable`. The bytes are checked against the hash that the server says, except those of a variant, and refused with
   * `protocol_violation`. Several calls for one file share a download. Rejects with `media_unknown` if the user may not have the
   * file, or no longer.
   */
  downloadFile(message: MessageRef, options?: DownloadOptions): Promise<Blob>;
  /**
   * Downloads a file to a path, in Node. Until it is whole it is in a file beside it, whose name ends in `.part`, from where the
   * next call goes on, also in another process.
   */
  downloadFile(message: MessageRef, options: DownloadOptions & { to: string }): Promise<undefined>;
  /**
   * A link to the file of a message, by which anybody can download it until the link expires. Rejects with `media_unknown` if the
   * user may not have the file, or no longer. A variant may be missing, which only following the link shows.
   */
  fileLink(message: MessageRef, options?: FileChoice): Promise<string>;
  /**
   * Of a picture, a video or a recording: its size, how long it plays, and how loud it is. `id` is that of one of several files.
   * Rejects with `media_no_variant` if the server can tell nothing of it.
   */
  fileFacts(message: MessageRef, options?: { id?: string; signal?: AbortSignal }): Promise<FileFacts>;
  /** Replaces the content of the user's own message. */
  edit(message: MessageRef, content: string | object, options?: { type?: string } & SubmitOptions): Promise<Result>;
  edit(message: MessageRef, content: string | object, options: { type?: string } & EnqueueOptions): Promise<string>;
  /** Recalls a message: erases its content for everyone. A silent recall shows nothing in its place. */
  recall(message: MessageRef, options?: values.RecallDetails & SubmitOptions): Promise<Result>;
  recall(message: MessageRef, options: values.RecallDetails & EnqueueOptions): Promise<string>;
  /** The content of the user's own recalled message, for editing and sending again; null if it is not kept. */
  recalledContent(message: MessageRef): Promise<{ type: string; content: Content } | null>;
  /**
   * Schedules a message, which the server sends at a given time even if this device is offline then; resolves to its name. It
   * needs the server. The same request under the same `id` schedules nothing anew.
   */
  schedule(
    content: string | object, time: number, options?: SendFields & { id?: string; signal?: AbortSignal }): Promise<string>;
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

  /** The entries of the conversation's log, as `client.logs()` has those of all. */
  log(options: { from: LogStart | { after: MessageRef } }): Logs;

  /**
   * Messages and notices in ascending order and without gaps: the newest before one, or the oldest after one. With
   * `cached` it returns what this device holds, without asking the server.
   */
  history(
    options?: { before?: MessageRef; after?: MessageRef; limit?: number; cached?: boolean; signal?: AbortSignal }
  ): Promise<Message[]>;
  /** A message, or the first one of a moment or later, with some before and after it (25 by default). */
  historyAround(
    place: MessageRef | { time: number }, options?: { before?: number; after?: number; signal?: AbortSignal }
  ): Promise<Message[]>;
  /** Messages of some content types, newest first. */
  historyOfTypes(types: string[], options?: { limit?: number; after?: string; signal?: AbortSignal }): Promise<Page<Message>>;
  /** Messages and notices by position, ascending, without those that do not exist or are not visible; at most 100. */
  messages(messages: MessageRef[], options?: { signal?: AbortSignal }): Promise<Message[]>;
  /** Fetches older history until this device holds it back to a time or a number of entries; resolves to the number held. */
  download(options?: { since?: number; limit?: number; signal?: AbortSignal }): Promise<number>;
  /** When messages arrived on this device, by its own clock and by position; at most 1,000. */
  receivedTimes(messages: MessageRef[]): Promise<Map<number, number>>;
  /** Searches the cached messages of the conversation, newest first. */
  search(
    query: string | SearchQuery, options?: { before?: MessageRef; after?: string; limit?: number }): Promise<Page<Message>>;
  /** The messages that reply to one, ascending. */
  replies(message: MessageRef, options?: { limit?: number; after?: string; signal?: AbortSignal }): Promise<Page<Message>>;
  /** The versions of a message, oldest first; empty if it was recalled. */
  versions(message: MessageRef, options?: { signal?: AbortSignal }): Promise<Message[]>;
  /** The messages pinned for everyone, ascending. */
  pinnedMessages(options?: { signal?: AbortSignal }): Promise<Message[]>;
  /** The users who set a reaction, or voted for a choice, ascending; for secret votes only this user. */
  annotators(
    message: MessageRef,
    which: { reaction?: string; choice?: number; limit?: number; after?: string; signal?: AbortSignal }
  ): Promise<Page<string>>;
  /** The position of the first unread message; 0 if there is none. */
  firstUnread(options?: { signal?: AbortSignal }): Promise<number>;
  /** The number of unread messages of some content types. */
  unreadCount(types: string[], options?: { signal?: AbortSignal }): Promise<number>;
  /** Unread messages that mention the user or everyone, ascending: the first ones, or with `newest` the last ones. */
  unreadMentions(options?: { limit?: number; newest?: boolean; signal?: AbortSignal }): Promise<Message[]>;

  /** Inserts messages of this device only, all or none; at most 500. An existing name fails it, or is skipped. */
  insertLocal(drafts: LocalDraft[], options?: { skippingDuplicates?: boolean }): Promise<LocalMessage[]>;
  /** Local messages within a range of positions after which they are shown, in display order. */
  localMessages(range?: { from?: number; upTo?: number; limit?: number }): Promise<LocalMessage[]>;
  /** Changes the content or the fields of a local message; what is not given stays. */
  changeLocal(
    id: number, change: { content?: string | object; type?: string; fields?: { [key: string]: any } }): Promise<void>;
  /** Removes local messages; without ids all of the conversation. */
  removeLocal(ids?: number[]): Promise<void>;
  /** Attaches the app's own fields to a message, on this device only; an empty object removes them. */
  setLocalFields(message: MessageRef, fields: { [key: string]: any }): Promise<void>;
  /** The local fields of messages, by position. */
  localFields(from: MessageRef, upTo: MessageRef): Promise<Map<number, { [key: string]: any }>>;

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
  /** The recipients of a message, ascending: those who have read it by default. `readAt` is 0 if it is not known. */
  readers(
    message: MessageRef,
    options?: {
      state?: "any" | "read" | "unread" | "delivered" | "undelivered";
      limit?: number;
      after?: string;
      signal?: AbortSignal;
    }
  ): Promise<Page<Member>>;
  /** The known read and delivered markers of the members, from the local data. */
  markers(): Promise<Member[]>;

  /**
   * The members, ascending by user. From then on this device keeps the list up to date. Without a connection, the members are
   * those that it knows.
   */
  members(options?: MemberFilter & { signal?: AbortSignal }): Promise<Member[]>;
  /** The members as this device knows them; undefined if it has never read the list. */
  cachedMembers(filter?: MemberFilter): Promise<Member[] | undefined>;
  /** What the user may do in the conversation now. Ask again at each event `conversation`. */
  permissions(options?: { signal?: AbortSignal }): Promise<Permissions>;
  /** Adds users to a group. */
  add(...users: string[]): Promise<void>;
  /** Removes users from a group. */
  remove(users: string | string[], options?: { reason?: string; signal?: AbortSignal }): Promise<void>;
  /** Leaves a group, which removes it from the list. */
  leave(options?: { reason?: string; signal?: AbortSignal }): Promise<void>;
  /** Changes the title and the shared attributes of a group; an attribute that is null is removed. */
  change(change: { title?: string; attributes?: Record<string, JSONValue>; signal?: AbortSignal }): Promise<void>;
  /** Gives members of a group a role; only the owner may. With "owner", the group is handed over to one member. */
  setRole(role: "member" | "admin" | "owner", users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Keeps members of a group from writing until a time, by the server's clock; without one, until `endSilence`. The owner may
   * silence admins and members, an admin plain members.
   */
  silence(users: string | string[], options?: { until?: Date | number; signal?: AbortSignal }): Promise<void>;
  /** Makes members speakers: they may write even while the group is silenced, until `endSilence`. */
  makeSpeakers(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Lets members write again whom somebody has silenced, and makes speakers plain members. */
  endSilence(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Bans users from a group until a time, by the server's clock; without one, until `unban`. Members among them are removed, and
   * nobody who is banned can join or be added. The owner may ban everybody else, an admin everybody but the owner and the admins.
   */
  ban(users: string | string[], options?: { until?: Date | number; reason?: string; signal?: AbortSignal }): Promise<void>;
  /** Lets banned users join a group again, and be added. */
  unban(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** The users who are banned from a group. Only the owner and admins may read them. */
  bans(options?: { signal?: AbortSignal }): Promise<GroupBan[]>;
  /** Lets every user who knows the group's id apply to join it, or no longer. Only the owner and admins may. */
  setTakesApplications(takesApplications: boolean, options?: { signal?: AbortSignal }): Promise<void>;
  /** The users who have applied to join a group and wait for an answer. Only the owner and admins may read them. */
  applications(options?: { signal?: AbortSignal }): Promise<GroupApplication[]>;
  /** Makes users members who have applied to join a group. Only the owner and admins may. */
  accept(users: string | string[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Refuses users who have applied to join a group. They see the reason, and may apply again. */
  refuse(users: string | string[], options?: { reason?: string; signal?: AbortSignal }): Promise<void>;
  /**
   * Gives a member a name in a group, at most 256 bytes, which all its members see; empty to remove it. Without `of` it is the
   * user's own. The owner may name admins and members, an admin plain members.
   */
  setNickname(name: string, options?: { of?: string; signal?: AbortSignal }): Promise<void>;
  /** Changes a group's announcement, at most 2,048 bytes; empty to remove it. Only the owner and admins may. */
  announce(text: string, options?: { signal?: AbortSignal }): Promise<void>;
  /** The announcements of a group, newest first: the present one, and earlier ones that the user may read; at most 50 a page. */
  announcements(options?: { limit?: number; after?: string; signal?: AbortSignal }): Promise<Page<GroupAnnouncement>>;
  /** Keeps everyone but the owner and the admins from writing in a group, or lets everyone write again. */
  setSilenced(silenced: boolean, options?: { signal?: AbortSignal }): Promise<void>;
  /** Opens a group to every user who knows its id, or closes it again. Only the owner and admins may. */
  setOpen(open: boolean, options?: { signal?: AbortSignal }): Promise<void>;
  /** Decides how many entries before their joining new members may read: 0 for none, Infinity for all. */
  setHistory(history: number, options?: { signal?: AbortSignal }): Promise<void>;
  /** Makes a link by which users join a group, for so many users and until a time. Only the owner and admins may. */
  makeLink(options?: { until?: Date | number; uses?: number; signal?: AbortSignal }): Promise<JoinLink>;
  /** The links of a group with their codes. Only the owner and admins may read them. */
  links(options?: { signal?: AbortSignal }): Promise<JoinLink[]>;
  /** Ends links by their ids: nobody joins by them any more. */
  revokeLinks(links: number | number[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Ends a group for all its members, for ever: it can only be read, and left. Only the owner may. */
  dismiss(options?: { signal?: AbortSignal }): Promise<void>;

  /** The user's own settings of the conversation, even if it is not in the list. */
  settings(): Promise<ConversationSettings>;
  /** All settings of the conversation by key. */
  allSettings(): Promise<Record<string, JSONValue>>;
  /** Changes settings of the conversation by key; null removes one. */
  setSettings(values: Record<string, JSONValue>): Promise<void>;
  /** The notification level in force at a time, or now, with the default of the kind and quiet hours. */
  notificationLevel(time?: number): Promise<NotificationLevel>;
  /** Pins the conversation to the top of the list, or moves its pin to the front. */
  pinToTop(options?: { countsAsActivity?: boolean }): Promise<void>;
  unpinFromTop(): Promise<void>;
  setLevel(level: NotificationLevel): Promise<void>;
  /** Mutes the conversation, so that it has no sound and no badge. */
  setMuted(muted: boolean): Promise<void>;
  /** The user's own name for the conversation; empty for none. */
  setAlias(alias: string): Promise<void>;
  /** The notification sound, by a name that the app defines; empty for the default. */
  setRingTone(name: string): Promise<void>;
  /** Saves the draft of the conversation; deletes it if everything is empty. `local` keeps it on this device only. */
  saveDraft(
    text: string,
    options?: {
      replyTo?: MessageRef;
      mentions?: string[];
      mentionsAll?: boolean;
      mentionText?: string;
      extra?: JSONValue;
      local?: boolean;
    }
  ): Promise<void>;
  /** Sets an attribute of the conversation for this user only; null removes it. */
  setAttribute(name: string, value: JSONValue): Promise<void>;
  /** Sets and clears bits of the conversation's flags, whose meaning the app defines. */
  setFlags(bits: bigint | number, options?: { unset?: bigint | number }): Promise<void>;
  /** Pins or unpins the conversation among those of a tag, which it must have. */
  setPinned(pinned: boolean, tag: string): Promise<void>;
  /** Drops the conversation from the list until its next message; `withHistory` hides what there is, on all devices forever. */
  removeFromList(options?: { withHistory?: boolean }): Promise<void>;
}
