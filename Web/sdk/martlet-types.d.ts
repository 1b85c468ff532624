// The values that apps get from the JavaScript SDK. `martlet-values.d.ts` has them as they cross between the client core and
// JavaScript; apps get them with every field, and with contents as objects.

import type { MartletError } from "./martlet.js";
import type * as values from "./martlet-values.js";

/** Anything that JSON can express. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };

/** A message's content; a message of type `text` has a `text`. */
export type Content = { [key: string]: any };

// ---------------------------------------------------------------- values

/** A message or a notice in a conversation's log. */
export interface Message
  extends Omit<Required<values.Message>, "content" | "notice" | "details" | "reactions" | "poll" | "recall"> {
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
  /** The optional fields of the recall; null without any. */
  recall: values.RecallDetails | null;
}

/** A part of a list that comes page by page. */
export interface Page<Item> {
  items: Item[];
  /** Where the next page begins: pass it as `after` to the same call; undefined at the end. */
  next?: string;
  /** False while this device still indexes for search, so that items may be missing. */
  complete: boolean;
}

/** A change that the server recorded in the log; fields that do not apply are absent. */
export interface Notice extends Omit<values.MessageNotice, "kind" | "attributes"> {
  kind:
    | "group_created"
    | "members_added"
    | "members_removed"
    | "conversation_changed"
    | "roles_set"
    | "members_silenced"
    | "speakers_set"
    | "users_banned"
    | "applied"
    | "applications_refused"
    | "member_named"
    | "announced"
    | "link_made"
    | "links_revoked"
    | "dismissed";
  /** New shared attributes; null for one that was removed. */
  attributes: Record<string, JSONValue>;
}

/** A link by which users join a group. */
export type JoinLink = Required<values.JoinLink>;

/** A user who can neither join a group nor be added to it; `until` is 0 if the ban ends only by being lifted. */
export type GroupBan = Required<values.GroupBan>;

/** A user who has applied to join a group; the application ends at `until`. */
export type GroupApplication = Required<values.Application>;

/** The state of the user's own application to join a group. An accepted one has none: the group appears in the list. */
export interface ApplicationState extends Omit<Required<values.ApplicationChanged>, "state"> {
  /** `until` tells when a pending one ends; `by` and `reason`, who refused one and why. */
  state: "pending" | "withdrawn" | "refused";
}

/** A text about a group, for all its members; empty for one that was removed. */
export type GroupAnnouncement = Required<values.Announcement>;

/** A way into a group: the code of a link, or the id of an open group. */
export type GroupEntrance = { link: string; group?: undefined } | { group: string; link?: undefined };

/** A user's profile, as far as the user of this client may see it. */
export interface Profile {
  user: string;
  /** The name to show, and the address of the picture; empty for none. */
  name: string;
  picture: string;
  /** All fields that are set, by key. */
  fields: Record<string, string>;
  /** The account number; empty if there is none, or it is not shown. */
  number: string;
  /** Who sees all of the profile; empty for other users' profiles. */
  visibility: "" | "app" | "nobody" | "everyone";
}

/** What the user has set about another user. Nobody else is told, except of friendship and requests, which both have. */
export type Relation = Required<values.Relation>;

/** A request to become friends that waits for an answer. */
export interface FriendRequest {
  /** The one who asks this user, or whom this user has asked. */
  user: string;
  /** The words with the request; empty for none. */
  text: string;
}

/** Whether a user is online, as far as the user of this client may see it. */
export interface Presence {
  user: string;
  /** Empty if the server was not asked yet, the user hides it, or was never online. */
  state: "" | "online" | "offline";
  /** The classes of the connected devices, in alphabetical order. */
  devices: string[];
  /** The status text; empty for none. */
  status: string;
  /** When the last device disconnected, rounded down to a minute, in milliseconds since 1970; 0 unless offline. */
  lastSeen: number;
}

/** What a watch of presences knows. */
export interface PresenceState {
  /** In the order in which the users were given. */
  rows: Presence[];
  /** False while the client is not connected, and until the server has answered about all of the users. */
  isCurrent: boolean;
  /** Users who have too many watchers, so that changes are not told; the client tries again later. */
  unwatched: string[];
}

/** A group as those see it who may join it, or apply to join it. */
export interface GroupCard extends Omit<Required<values.GroupCard>, "attributes"> {
  attributes: Record<string, JSONValue>;
}

/** A conversation as the list shows it. */
export interface Conversation
  extends Omit<Required<values.Conversation>, "lastMessage" | "attributes" | "settings" | "history" | "role" | "announcement"> {
  /** The user's own role; empty before the first connection. */
  role: Role | "";
  /** How many entries before their joining new members may read, Infinity for all; null for what the server says. */
  history: number | null;
  /** The group's announcement; null if there is none. */
  announcement: GroupAnnouncement | null;
  lastMessage: Message | null;
  attributes: Record<string, JSONValue>;
  settings: ConversationSettings;
}

/** Which messages of a conversation notify the user; empty for the default. */
export type NotificationLevel = "" | "all" | "mentions" | "mentions_me" | "mentions_all" | "none";

/** The user's own settings of a conversation. */
export interface ConversationSettings
  extends Omit<Required<values.ConversationSettings>, "draft" | "level" | "taggings" | "attributes" | "flags"> {
  level: NotificationLevel;
  draft: Draft | null;
  /** The tags with the times of tagging, and of pinning within the tag (0 for none). */
  taggings: Required<values.Tagging>[];
  /** The app's own attributes for this user. */
  attributes: Record<string, JSONValue>;
  /** The flags, whose bits the app defines, in decimal digits for `BigInt`: numbers have too few bits, and JSON has no bigint. */
  flags: string;
}

/** An unsent message. */
export interface Draft {
  text: string;
  time: number;
  replyTo: number;
  /** True if it stays on this device. */
  local: boolean;
  mentions: { users: string[]; all: boolean };
  mentionText?: string;
  /** The app's own data. */
  extra: JSONValue;
}

/** A message of this device only. It has no position; `after` is the position after which it is shown. */
export interface LocalMessage extends Omit<Required<values.LocalMessage>, "content" | "fields"> {
  content: Content | null;
  text?: string;
  fields: { [key: string]: any };
}

/** A message to insert on this device only. */
export interface LocalDraft {
  content: string | object;
  /** The content type; `text` by default. */
  type?: string;
  /** The user shown as its sender; this user by default. */
  sender?: string;
  /** The time shown with it, which determines its place; by default now, after all cached messages. */
  time?: number;
  /** The app's own fields. */
  fields?: { [key: string]: any };
  /** The app's own name, 1 to 128 bytes, for deduplicating insertions. */
  name?: string;
}

/** A message that the server sends at a given time. */
export interface ScheduledMessage {
  /** The client id under which it was scheduled; the sent message gets another one. */
  id: string;
  conversation: string;
  type: string;
  content: Content | null;
  text?: string;
  details: values.MessageDetails;
  time: number;
}

/** A tag that the user adds to conversations. */
export type Tag = Required<values.Tag>;

/** A daily period with fewer notifications, in minutes since midnight. */
export interface QuietHours {
  from: number;
  /** On the next day if it is before `from`. */
  to: number;
  /** The user's offset from UTC. */
  zoneOffset: number;
  /** The level to which notifications are reduced. */
  level: NotificationLevel;
}

/** What has become of a message of `broadcast` or `forward`: a result, or an error. */
export interface SendOutcome {
  to: string;
  /** The client id. */
  id: string;
  result?: Result;
  error?: MartletError;
}

/** A member of a conversation, with the markers that are known. */
export interface Member extends Omit<Required<values.Member>, "role"> {
  role: Role | "";
}

export type Role = "member" | "admin" | "owner";

/** Which members; all conditions must hold. */
export interface MemberFilter {
  roles?: Role[];
  /** A part of the member's id, or of the name in a cached profile. */
  text?: string;
  silenced?: boolean;
}

/** Something that the user may be permitted to do in a conversation. */
export type PermittedOperation =
  | "read" | "send" | "send_directed" | "signal" | "edit" | "recall" | "recall_others" | "recall_silently"
  | "recall_others_silently" | "annotate" | "pin" | "close_poll" | "add_members" | "remove_members" | "leave" | "change"
  | "set_roles" | "admit" | "dismiss" | "ban" | "nickname" | "name_members" | "announce" | "silence";

/** What the user may do in a conversation, as far as this device knows. The server decides; quotas and times are not counted. */
export interface Permissions {
  operations: Set<PermittedOperation>;
  /** The roles of the members whom the user may remove, ban, silence and name. */
  manages: Set<Role>;
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
  /** How far the upload of the message's file is, in bytes; null if it has none, or it is there. */
  upload: Required<values.UploadProgress> | null;
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
  /** Pass it as `after` for the next page; undefined at the end. */
  next?: string;
}

/** Conditions of a search, all of which a message has to match. */
export interface SearchQuery {
  /** Words in any order, without case and accents; the last one also matches as a prefix. */
  text?: string;
  sender?: string;
  /** Content types; all by default. */
  types?: string[];
  /** The earliest time, inclusive. */
  since?: number;
  /** The latest time, exclusive. */
  until?: number;
}

/**
 * The result of an operation that went through the outbox: `sent` once it is on the server's disk; `unchanged` if the server
 * already had it so; `unknown` if the client was disconnected or closed first, in which case the outbox keeps it.
 */
export interface Result {
  sent?: Required<values.Sent>;
  unchanged?: true;
  unknown?: true;
  /** The app's `intercept` took over, and nothing was sent. */
  takenOver?: true;
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
  /** What was added and removed is in `change`. */
  annotated: values.Annotated;
  /** The user scheduled a message, on any device; changes while offline are not told. */
  scheduled: ScheduledMessage;
  /** A scheduled message was sent, cancelled, or dropped because the user may not send it any more. */
  scheduledEnded: { id: string; end: "sent" | "cancelled" | "dropped" };
  /** Local messages or local fields of a conversation changed. */
  localMessages: { conversation: string };
  /** The list of members that this device holds of a conversation changed. */
  members: { conversation: string };
  read: values.Marked;
  delivered: values.Marked;
  /** The type is empty when the member stopped. */
  typing: Required<values.Typing>;
  /** A profile at which the app looked, or the user's own, changed: the whole profile, and the keys of the changed fields. */
  profile: { profile: Profile; changed: string[] };
  /** What the user has set about another user changed, on any device of the user. */
  relation: Relation;
  /** The user's application to join a group changed, on any device, or was refused. */
  application: ApplicationState;
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

// ---------------------------------------------------------------- contents of the app

/**
 * The kind of a field: `text`, `integer` (up to 2^53), `number`, `flag`, `date` (a Date, milliseconds since 1970 in JSON), `list` or
 * `object`. With a question mark it may be missing.
 */
export type FieldKind = ContentKind | `${ContentKind}?`;
type ContentKind = "text" | "integer" | "number" | "flag" | "date" | "list" | "object";

/**
 * A class for the contents of one type, with the app's own fields.
 *
 * ```js
 * class Dice {
 *   static type = "com.example.dice";
 *   static fields = { eyes: "integer", note: "text?" };
 *   static searches = ["note"];
 *   constructor(eyes, note) {
 *     this.eyes = eyes;
 *     this.note = note;
 *   }
 * }
 * await chat.send(new Dice(6, "lucky"));
 * client.on("message", (message) => console.log(contentOf(message, Dice)?.eyes));
 * ```
 *
 * Without `fields` all members of a value are sent, and nothing is checked. Members of a content that the class does not know are
 * ignored, so that later versions can add some: make fields of later versions optional.
 */
export interface ContentClass<Value extends object = object> {
  readonly prototype: Value;
  /** The content type's name: 1 to 64 bytes of `[a-z0-9._-]`, the same on all platforms. */
  readonly type: string;
  readonly fields?: { readonly [name: string]: FieldKind | (string & {}) };
  /** Members whose texts local search finds. */
  readonly searches?: readonly string[];
  /** Makes a value of a content, in place of `fields`; what it throws is told as `content_malformed`. */
  decode?(content: Content): Value;
}

/** What a value of a content class may have. */
export interface ContentValue {
  /** Makes the content, in place of `fields`. */
  encode?(): Content;
  /** Throws if the value should not be sent. */
  check?(): void;
}

// ---------------------------------------------------------------- logs

/** One raw entry of a conversation's log. A `Message` has edits and recalls folded in. */
export interface LogItem
  extends Omit<Required<values.LogItem>, "kind" | "content" | "notice" | "change" | "recall"> {
  kind: "message" | "edited" | "recalled" | "annotated" | "hidden" | "unknown" | Notice["kind"];
  /** The newest content of a message, or what an edit put in place; null for others, and for a message that was recalled since. */
  content: Content | null;
  text?: string;
  notice: Notice | null;
  /** How the annotations of the message at `target` changed. */
  change: values.AnnotateAction | null;
  recall: values.RecallDetails | null;
}

/** Where reading of a log begins: with the first entry that the user may see, or after the newest one that this device knows of. */
export type LogStart = "first" | "next";

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
  local?: LocalMessage;
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

/** What a live list shows. */
export interface ConversationListState {
  rows: Conversation[];
  /** True if no more conversations match. */
  isComplete: boolean;
}
