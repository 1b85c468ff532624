// Generated from client.proto by Protocol/generate. Do not edit.

/** An error. */
export interface Failure {
  /** The name of the code, such as `conversation_unknown` or `not_connected`; see docs/errors.md. */
  code?: string;
  /** A sentence in English: the problem, and how to fix it. */
  message?: string;
  /** The field of the request that is wrong. */
  field?: string;
  limit?: number;
  actual?: number;
  /** Milliseconds to wait before the next attempt. */
  retryAfter?: number;
  /** The time at which the refusal ends, in milliseconds since 1970; 0 if the code has none. */
  until?: number;
}

/** A message or a notice in a conversation's log. */
export interface Message {
  conversation?: string;
  /** The position in the log: 1, 2, 3 … */
  position?: number;
  /** The user; empty if the server appended the entry. */
  sender?: string;
  clientId?: string;
  time?: number;
  /** The content type; empty for a notice and for a recalled message. */
  type?: string;
  /** The content as JSON text. */
  content?: string;
  /** True if the content was replaced. */
  edited?: boolean;
  /** True if the content was erased for everyone. */
  recalled?: boolean;
  /** The user who recalled the message, if that was not its sender. */
  recalledBy?: string;
  notice?: MessageNotice;
  details?: MessageDetails;
  /** Positions of changes grow: of two values of one message, the one with the larger revision is newer. */
  revision?: number;
  reactions?: Reaction[];
  poll?: Poll;
  /** Named values that members may change. */
  properties?: Record<string, string>;
  expandable?: boolean;
  /** The user who pinned the message. */
  pinnedBy?: string;
  replyCount?: number;
  /** Set if the content was erased for everyone. */
  recall?: RecallDetails;
  /** The position of the entry that pinned the message. */
  pinnedAt?: number;
}

/** A change that the server recorded in the log. */
export interface MessageNotice {
  /**
   * group_created, members_added, members_removed, conversation_changed, roles_set, members_silenced, speakers_set, users_banned, applied,
   * applications_refused, member_named, announced, link_made, links_revoked or dismissed.
   */
  kind?: string;
  /** Absent if it did not change. */
  title?: string;
  owner?: string;
  users?: string[];
  reason?: string;
  /** New shared attributes, as JSON; an empty text for one that was removed. */
  attributes?: Record<string, string>;
  /** Of roles_set: member, admin or owner. */
  role?: string;
  /** Of conversation_changed: whether only the owner and the admins may write from here on. Absent if it did not change. */
  silenced?: boolean;
  /**
   * Of members_silenced: when they may write again; 0 at once. Of users_banned: when the ban ends; 0 if it was lifted. Of
   * applied: when the application ends; 0 if it was withdrawn.
   */
  until?: number;
  /** Of conversation_changed: whether every user who knows the group's id may join it from here on. Absent if it did not change. */
  open?: boolean;
  /** Of members_added: how they came to the group. Absent if nothing is known. */
  arrival?: Arrival;
  /** Of link_made: when it ends and how many it lets in. Absent for the others. */
  link?: JoinLink;
  /** Of links_revoked. */
  links?: number[];
  /** Of conversation_changed: how many entries before their joining new members may read from here on. Absent if it did not change. */
  history?: number;
  /** Of users_banned: those of the users who were members, and are not from here on. */
  removed?: string[];
  /** Of applied and announced. */
  text?: string;
  /** Of member_named: the name. */
  name?: string;
  /**
   * Of conversation_changed: whether every user who knows the group's id may apply to join it from here on. Absent if it did not
   * change.
   */
  applications?: boolean;
}

/** How users became members of a group. */
export interface Arrival {
  /** The id of the link by which they joined; 0 for none. */
  link?: number;
  /** The user who passed the group on; usually empty. */
  sharedBy?: string;
  /** A word of the app for its statistics; usually empty. */
  way?: string;
  /** How many earlier entries they may read. */
  history?: number;
  /** They had applied. */
  accepted?: boolean;
}

/** A link by which users join a group. */
export interface JoinLink {
  id?: number;
  /** The user who made it. */
  by?: string;
  /** It lets nobody in from this time; 0 for never. */
  until?: number;
  /** It lets in this many users; 0 for any number. */
  uses?: number;
  /** It has let in this many. */
  used?: number;
  /** The text by which users join; empty in notices. */
  code?: string;
}

export interface Links {
  links?: JoinLink[];
}

/** A user who can neither join a group nor be added to it. */
export interface GroupBan {
  user?: string;
  /** The user who banned this one. */
  by?: string;
  since?: number;
  /** When the ban ends; 0 if it ends only by being lifted. */
  until?: number;
  reason?: string;
}

export interface GroupBans {
  bans?: GroupBan[];
}

/** A user who wants to join a group. */
export interface Application {
  user?: string;
  since?: number;
  until?: number;
  text?: string;
}

export interface Applications {
  applications?: Application[];
}

/** A text about a group, for all its members. */
export interface Announcement {
  text?: string;
  by?: string;
  time?: number;
  position?: number;
}

export interface Announcements {
  announcements?: Announcement[];
  /** Where the next page begins; empty at the end. */
  next?: string;
}

/** The user's own application to join a group changed. */
export interface ApplicationChanged {
  conversation?: string;
  /** pending, withdrawn or refused. */
  state?: string;
  /** The time at which a pending application ends. */
  until?: number;
  /** Who refused the application, and why. */
  by?: string;
  reason?: string;
}

/** A group as those see it who may join it. */
export interface GroupCard {
  conversation?: string;
  title?: string;
  memberCount?: number;
  owner?: string;
  /** Shared attributes, as JSON. */
  attributes?: Record<string, string>;
  /** The user is a member already. */
  member?: boolean;
  /** The user who created the group, who may have left it. */
  creator?: string;
  /** Every user who knows its id may join it. */
  open?: boolean;
  /** Every user who knows its id may apply to join it. */
  applications?: boolean;
  /** When the user's application ends; 0 if there is none. */
  appliedUntil?: number;
}

export interface Reaction {
  key?: string;
  count?: number;
  /** True if the user is among them. */
  mine?: boolean;
}

export interface Poll {
  votes?: Vote[];
  closed?: boolean;
}

export interface Vote {
  /** The choice's index: 0, 1 … */
  choice?: number;
  count?: number;
  mine?: boolean;
}

/** The optional fields of a message. */
export interface MessageDetails {
  mentions?: string[];
  mentionsAll?: boolean;
  /** The text of a notification about the mention. */
  mentionText?: string;
  /** Free text of the app. */
  extra?: string;
  /** Only these members see the message. */
  directedTo?: string[];
  /** The position of the message that this one replies to. */
  replyTo?: number;
  /** The sender's display name. */
  senderName?: string;
  senderPicture?: string;
  /** Text to show for a type that the receiver does not know. */
  text?: string;
  /** The app's own JSON about the sender. */
  senderExtra?: string;
  /** low or high; empty for normal. */
  priority?: string;
  /** The notification for members who are offline. */
  push?: PushDetails;
  policy?: MessagePolicy;
  /** True if members may set properties of the message. */
  expandable?: boolean;
  /** The properties of a new message that is expandable. */
  properties?: Record<string, string>;
}

export interface PushDetails {
  /** True to send no notification. */
  disabled?: boolean;
  title?: string;
  text?: string;
  /** Data for the app, not shown. */
  data?: string;
}

/** How the server treats a message; the default of the content type if a field is absent. */
export interface MessagePolicy {
  /** Whether it counts as unread. */
  counted?: boolean;
  /** Whether it becomes the conversation's last message. */
  listed?: boolean;
  /** Whether it is pushed to connected members at once. */
  live?: boolean;
  /** Whether members who are offline get a notification. */
  pushed?: boolean;
}

/** The optional fields of a recall. */
export interface RecallDetails {
  /** True to show nothing in the message's place. */
  silent?: boolean;
  senderName?: string;
  senderPicture?: string;
  senderExtra?: string;
  /** The app's own JSON. */
  extra?: string;
  push?: PushDetails;
}

/** A conversation as the list shows it. */
export interface Conversation {
  id?: string;
  title?: string;
  owner?: string;
  /** The other user of a direct conversation. */
  peer?: string;
  memberCount?: number;
  /** The newest position. */
  head?: number;
  /** The first position that the user may see. */
  first?: number;
  readUpTo?: number;
  unread?: number;
  unreadMentions?: number;
  lastMessage?: Message;
  lastActivity?: number;
  /** Shared attributes, as JSON. */
  attributes?: Record<string, string>;
  settings?: ConversationSettings;
  /** The group's admins, in ascending order. */
  admins?: string[];
  /** Only the owner and the admins may write. */
  silenced?: boolean;
  /** The user may not write before this time, unless the user is the owner or an admin; 0 if nobody silenced the user. */
  silencedUntil?: number;
  /** The user may write even while the group is silenced. */
  speaker?: boolean;
  /** Every user who knows the group's id may join it. */
  open?: boolean;
  /** The owner has dismissed the group: it can only be read, and left. */
  dismissed?: boolean;
  /** How many entries before their joining new members may read; absent for the server's default. */
  history?: number;
  /** The user's own role: member, admin or owner; empty before the first connection. */
  role?: string;
  /** Every user who knows the group's id may apply to join it. */
  applications?: boolean;
  /** Absent if there is none. */
  announcement?: Announcement;
}

/** The user's own settings of a conversation. */
export interface ConversationSettings {
  /** The time of pinning; 0 if it is not pinned. */
  pinnedAt?: number;
  /** all, mentions, mentions_me, mentions_all or none; empty for the default. */
  level?: string;
  muted?: boolean;
  /** The user's own name for the conversation. */
  alias?: string;
  draft?: Draft;
  tags?: string[];
  removedUpTo?: number;
  /** The notification sound, by a name that the app defines. */
  ringTone?: string;
  /** The app's own attributes for this user, as JSON. */
  attributes?: Record<string, string>;
  /** The flags, whose bits the app defines, in decimal digits. */
  flags?: string;
  /** True if the pin counts as activity. */
  pinCountsAsActivity?: boolean;
  /** The tags with their times, by tag. */
  taggings?: Tagging[];
}

/** A tag of a conversation. */
export interface Tagging {
  tag?: string;
  /** The time of tagging. */
  time?: number;
  /** The time of pinning within the tag; 0 if the conversation is not pinned there. */
  pinnedAt?: number;
}

export interface Draft {
  text?: string;
  time?: number;
  replyTo?: number;
  /** True to keep the draft on this device only. */
  local?: boolean;
  mentions?: string[];
  mentionsAll?: boolean;
  mentionText?: string;
  /** The app's own JSON. */
  extra?: string;
}

export interface Member {
  user?: string;
  /** member, admin or owner. */
  role?: string;
  joined?: number;
  readUpTo?: number;
  deliveredUpTo?: number;
  /** In lists of readers, the time when the member read the message; 0 if it is not known. */
  readAt?: number;
  /** The member may not write before this time; 0 if nobody silenced the member. */
  silencedUntil?: number;
  /** The member may write even while the group is silenced. */
  speaker?: boolean;
  /** The member's name in the group; empty if there is none. */
  nickname?: string;
}

/** How many members have a message. */
export interface Receipt {
  position?: number;
  members?: number;
  read?: number;
  delivered?: number;
}

/** An operation in the outbox. */
export interface Pending {
  /** The client id. */
  id?: string;
  /** `direct:USER` or a conversation's id. */
  to?: string;
  action?: Action;
  details?: MessageDetails;
  time?: number;
  /** Set once the server has stored it; the entry itself is on its way. */
  position?: number;
  /** Set if the server refused it. */
  failure?: Failure;
  /** Set while the file of a message is uploaded, or waits for that. */
  upload?: UploadProgress;
}

/** How far the upload of a message's file is, in bytes. */
export interface UploadProgress {
  sent?: number;
  total?: number;
  paused?: boolean;
}

/** A change of a conversation's log. */
export type Action =
  | { send: SendAction }
  | { edit: EditAction }
  | { recall: RecallAction }
  | { annotate: AnnotateAction };

export interface SendAction {
  type?: string;
  /** JSON text. */
  content?: string;
}

export interface EditAction {
  position?: number;
  type?: string;
  content?: string;
}

export interface RecallAction {
  position?: number;
  details?: RecallDetails;
}

export type AnnotateActionChange =
  | { reactions: KeyChange }
  | { properties: PropertyChange }
  /** All choices of the user. */
  | { ballot: Choices }
  | { pin: Flag }
  | { closePoll: Flag }
  /** In events: the choices that a member voted for, and those the member no longer votes for. */
  | { votes: VoteChange };

export interface AnnotateActionFields {
  position?: number;
}

/** One of the changes, by kind. */
export type AnnotateAction = AnnotateActionFields & AnnotateActionChange;

export interface VoteChange {
  added?: number[];
  removed?: number[];
}

export interface KeyChange {
  added?: string[];
  removed?: string[];
}

export interface PropertyChange {
  set?: Record<string, string>;
  removed?: string[];
}

export interface Choices {
  choices?: number[];
}

export interface Flag {
  on?: boolean;
}

/** A message on this device only. */
export interface LocalMessage {
  id?: number;
  sender?: string;
  time?: number;
  type?: string;
  content?: string;
  conversation?: string;
  /** The position after which it is shown; 0 for before everything. */
  after?: number;
  /** The app's own fields: a JSON object. */
  fields?: string;
  /** The app's own name for it. */
  name?: string;
}

/** A message that the server sends at a given time. */
export interface ScheduledMessage {
  /** The client id under which it was scheduled; the sent message gets another one. */
  id?: string;
  conversation?: string;
  type?: string;
  content?: string;
  details?: MessageDetails;
  time?: number;
}

/** A tag that the user adds to conversations. */
export interface Tag {
  id?: string;
  name?: string;
  /** The time of creation. */
  time?: number;
}

/** A daily period with fewer notifications. */
export interface QuietHours {
  /** Minutes since midnight. */
  from?: number;
  /** On the next day if it is before `from`. */
  to?: number;
  /** The user's offset from UTC in minutes. */
  zoneOffset?: number;
  /** The level to which notifications are reduced. */
  level?: string;
}

/** One raw entry of a conversation's log, including edits and recalls. */
export interface LogItem {
  conversation?: string;
  position?: number;
  /** The user who caused the entry. */
  sender?: string;
  clientId?: string;
  time?: number;
  /** message, edited, recalled, annotated, hidden, unknown, or the kind of a notice. */
  kind?: string;
  /** Of a message or an edit. */
  type?: string;
  /** The newest content of a message, or what an edit put in place; empty for a message that was recalled since. */
  content?: string;
  /** The position of the message that an edit, a recall or an annotation applies to. */
  target?: number;
  /** The position of a message's last edit. */
  revision?: number;
  /** The position of the recall of a message. */
  recalledAt?: number;
  notice?: MessageNotice;
  /** How annotations changed. */
  change?: AnnotateAction;
  recall?: RecallDetails;
}

/** A row of a timeline: a message, one in the outbox, or one of this device. */
export interface TimelineRow {
  /** Stays the same while the row is shown, also when a pending message becomes a sent one. */
  key?: string;
  message?: Message;
  pending?: Pending;
  local?: LocalMessage;
  /** Operations in the outbox that change the message. */
  changes?: Pending[];
}

/** The state of the connection. */
export interface ConnectionState {
  /** offline, waiting_for_network, connecting, online or ended. */
  name?: string;
  attempt?: number;
  /** Milliseconds until the next attempt; absent while an attempt is in progress. */
  retryIn?: number;
  /** Why the server ended the session. */
  failure?: Failure;
}

/** A change on this device. */
export type Event =
  | { conversation: Conversation }
  | { conversationRemoved: ConversationRemoved }
  | { message: Message }
  | { messageChanged: Message }
  | { hidden: Hidden }
  | { annotated: Annotated }
  | { read: Marked }
  | { delivered: Marked }
  | { typing: Typing }
  | { signal: Signal }
  | { pending: Pending }
  /** The operation left the outbox. */
  | { pendingRemoved: PendingRemoved }
  | { setting: SettingChanged }
  /** Everything missed while offline was fetched. */
  | { caughtUp: Nothing }
  /** The local data was damaged and is fetched again. */
  | { localDataReset: LocalDataReset }
  /** The server's data was restored from a backup: positions may name other entries than before. */
  | { resynced: Resynced }
  /** This listener was too slow: events were dropped. Read again what you show. */
  | { missed: Nothing }
  /** The user scheduled a message, on any device. */
  | { scheduled: ScheduledMessage }
  | { scheduledEnded: ScheduledEnded }
  /** Local messages or local fields of a conversation changed. */
  | { localMessages: Place }
  /** The logs of these conversations grew; told once somebody follows logs. */
  | { logs: Names }
  /** A profile at which the app looked, or the user's own, changed. */
  | { profile: ProfileChanged }
  /** The list of members that this device holds changed. */
  | { members: Place }
  /** What the user has set about another user changed. */
  | { relation: Relation }
  /** The user's own application to join a group changed. */
  | { application: ApplicationChanged };

export interface Nothing {
}

/** What the user has set about another user. */
export interface Relation {
  /** The other user. */
  user?: string;
  /** The other user cannot write to the user. */
  blocked?: boolean;
  /** The other user is on the allow list. */
  allowed?: boolean;
  /** Of the relation to oneself: only allowed users may write to the user. */
  onlyAllowed?: boolean;
  /** The two are friends. */
  friend?: boolean;
  /** The user has asked the other one to become friends, who has not answered. */
  asked?: boolean;
  /** The other one has asked, and waits for the user's answer. */
  asks?: boolean;
  /** What was said with the request. */
  text?: string;
}

export interface Relations {
  relations?: Relation[];
}

/** Sets or unsets a kind of relation to users. */
export interface SetRelations {
  /** None for `ONLY_ALLOWED`. */
  users?: string[];
  kind?: RelationKind;
  /** Whether the relations are of this kind from now on. */
  set?: boolean;
  /** Of `FRIEND`: what the user says with the request. */
  text?: string;
  /** Of `FRIEND`: only accepts. */
  accept?: boolean;
}

export interface RelationQuery {
  /** The last user of the previous page; empty for the first page. */
  after?: string;
  /** 0 for 1,000. */
  limit?: number;
  kind?: RelationKind;
}

/** A user's profile, as far as the user of this client may see it. */
export interface Profile {
  user?: string;
  /** By key. */
  fields?: Record<string, string>;
  /** Empty if there is none, or it is not shown. */
  number?: string;
  /** app, nobody or everyone; empty for other users' profiles. */
  visibility?: string;
}

export interface ProfileChanged {
  profile?: Profile;
  /** The keys of the fields that differ. */
  changed?: string[];
}

export interface Profiles {
  profiles?: Profile[];
}

export interface UpdateProfile {
  /** An empty value removes a field. */
  fields?: Record<string, string>;
  /** app, nobody or everyone; empty leaves it as it is. */
  visibility?: string;
}

export interface ConversationRemoved {
  conversation?: string;
  /** The member who removed the user, or the user; empty if unknown. */
  by?: string;
  reason?: string;
  /** When the ban ends with which the user was removed; 0 if the user is not banned. */
  bannedUntil?: number;
}

export interface Hidden {
  conversation?: string;
  /** Everything up to this position is hidden; 0 for none. */
  upTo?: number;
  positions?: number[];
  /** Set if the server refused it: the messages are visible again. */
  failure?: Failure;
}

export interface ScheduledEnded {
  id?: string;
  /** sent, cancelled or dropped. */
  end?: string;
}

export interface Annotated {
  conversation?: string;
  position?: number;
  by?: string;
  change?: AnnotateAction;
}

export interface Marked {
  conversation?: string;
  user?: string;
  upTo?: number;
}

export interface Typing {
  conversation?: string;
  user?: string;
  /** The content type that the user is writing; empty when the user stopped. */
  type?: string;
}

export interface Signal {
  conversation?: string;
  sender?: string;
  time?: number;
  type?: string;
  content?: string;
}

export interface PendingRemoved {
  id?: string;
}

export interface SettingChanged {
  /** Empty for a setting of the whole account. */
  conversation?: string;
  key?: string;
  /** Set if the server refused the change: the setting has its previous value again. */
  failure?: Failure;
}

export interface LocalDataReset {
  /** The name of the file that has the damaged data. */
  keptAt?: string;
  outboxKept?: boolean;
}

export interface Resynced {
  /** Messages of the device that the restored server does not have. */
  missing?: number;
}

/** The first thing that JavaScript tells the module. */
export interface Opening {
  /** The database's name among the files; empty keeps everything in memory. */
  path?: string;
  /** mobile, tablet, desktop, web or tool. */
  deviceClass?: string;
  deviceName?: string;
  /** True to hide from others what this user has read and received. */
  hidesReceipts?: boolean;
  yieldsWhenReconnecting?: boolean;
  /** Milliseconds that a request to the server may take; 0 for 30,000. */
  requestTimeout?: number;
  /** Operations in the outbox beyond which more are refused; 0 for 10,000. */
  outboxLimit?: number;
  /** Milliseconds for which the content of the user's own recalled messages is kept; 300,000 if it is absent. */
  recallEditWindow?: number;
  /** The app's content types, beside the built-in ones. */
  searchedTypes?: SearchedType[];
  /** The kinds of conversations in which others are told what this user has read and received; absent for all. */
  receiptKinds?: Names;
  /** Files that are uploaded at the same time; 0 for 2. */
  uploadsAtOnce?: number;
}

/** A content type of the app, and the members of its contents whose texts local search finds. */
export interface SearchedType {
  type?: string;
  members?: string[];
}

export type CallOperation =
  | { connect: Nothing }
  | { disconnect: Nothing }
  | { reconnectNow: Nothing }
  | { networkChanged: NetworkChange }
  | { submit: Submit }
  /** Gives up waiting for the call of this id. */
  | { cancel: Cancel }
  | { pending: Nothing }
  | { discard: Discard }
  | { markRead: MarkRead }
  | { setTyping: SetTyping }
  | { sendSignal: SendSignal }
  | { conversations: ListQuery }
  | { conversationsById: Names }
  | { unreadTotal: UnreadQuery }
  | { history: HistoryQuery }
  | { members: MemberQuery }
  | { createGroup: CreateGroup }
  | { addMembers: ChangeMembers }
  | { removeMembers: ChangeMembers }
  | { changeConversation: ChangeConversation }
  | { changeSettings: ChangeSettings }
  | { hide: Hide }
  | { receipts: ReceiptQuery }
  | { search: Search }
  | { status: Nothing }
  | { wait: Wait }
  | { markers: Place }
  /** Waits for the next change of a timeline, which is opened first if it is new; the first change has all rows. */
  | { nextOfTimeline: TimelineOpening }
  | { moveTimeline: MoveTimeline }
  /** As for a timeline. */
  | { nextOfList: ListOpening }
  /** Shows more conversations at the end of a list. */
  | { extendList: ListOpening }
  | { closeView: CloseView }
  | { schedule: Schedule }
  | { scheduled: Nothing }
  | { cancelScheduled: Discard }
  | { insertLocal: InsertLocal }
  | { localMessages: PositionRange }
  | { changeLocal: ChangeLocal }
  | { removeLocal: RemoveLocal }
  | { setLocalFields: ChangeLocalFields }
  | { localFields: PositionRange }
  | { readers: ReaderQuery }
  | { annotators: AnnotatorQuery }
  | { replies: PageQuery }
  | { versions: Target }
  | { pinnedMessages: Place }
  | { historyAround: HistoryAround }
  | { historyOfTypes: HistoryOfTypes }
  | { messages: ReceiptQuery }
  | { download: Download }
  | { receivedTimes: ReceiptQuery }
  | { unreadMentions: MentionQuery }
  | { firstUnread: Place }
  | { unreadCount: HistoryOfTypes }
  | { recalledContent: Target }
  /** Of a conversation, or of the account for an empty destination. */
  | { settings: Place }
  | { setSettings: SetSettings }
  | { ownSettings: Place }
  | { setDefaultLevel: DefaultLevel }
  | { setQuietHours: SetQuietHours }
  | { quietHours: Nothing }
  | { notificationLevel: LevelQuery }
  | { tags: Nothing }
  | { setTag: Tag }
  | { deleteTag: Discard }
  | { addTag: TagConversations }
  | { removeTag: TagConversations }
  | { removeConversations: RemoveConversations }
  | { markAllRead: UnreadQuery }
  | { pinnedConversations: Nothing }
  | { newId: Nothing }
  /** Indexes some messages for search, and answers whether more are left. */
  | { indexSome: Nothing }
  | { resolve: Place }
  | { summary: Place }
  /** Puts messages into one content. */
  | { combine: Combine }
  | { setRole: SetRole }
  | { silenceMembers: SilenceMembers }
  /** The newest position of a log, or of all for an empty destination; from then on the event `logs` is told. */
  | { followLogs: Place }
  | { log: LogQuery }
  | { joinGroup: JoinGroup }
  | { describeGroup: DescribeGroup }
  | { makeLink: MakeLink }
  | { revokeLinks: RevokeLinks }
  | { links: Place }
  | { dismiss: Place }
  | { profiles: Users }
  | { updateProfile: UpdateProfile }
  /** The account number. */
  | { findProfile: string }
  | { findUsers: UserQuery }
  /** What the user may do there now. */
  | { permissions: Place }
  | { presences: Users }
  /** Waits for the next change of a watch, which is begun first if it is new; the first change has all presences. */
  | { nextOfPresence: PresenceOpening }
  /** The status text while this device is connected. */
  | { setDeviceStatus: string }
  | { banUsers: BanUsers }
  | { bans: Place }
  | { setRelations: SetRelations }
  /** The users to whom the user has a kind of relation, in the order of their ids. */
  | { related: RelationQuery }
  /** The same as relations. */
  | { relationsOfKind: RelationQuery }
  /** What the user has set about the user of this name. */
  | { relation: string }
  | { applyToGroup: ApplyToGroup }
  | { answerApplications: AnswerApplications }
  | { applications: Place }
  | { setNickname: SetNickname }
  | { announce: Announce }
  | { announcements: AnnouncementQuery }
  | { findConversations: FindConversations }
  /** Puts a refused operation at the end of the outbox again. */
  | { retry: Discard }
  /** By the message's client id. */
  | { pauseUpload: Discard }
  | { resumeUpload: Discard }
  /** What the JavaScript side reports of an upload that a notice asked for. */
  | { uploadReached: UploadReached }
  | { uploaded: Uploaded }
  | { uploadFailed: UploadFailed };

export interface CallFields {
  /** Chosen by the caller; the answer has it too. */
  id?: number;
}

export type Call = CallFields & CallOperation;

/** Bytes of a file have arrived. */
export interface UploadReached {
  row?: number;
  bytes?: number;
}

/** A file is at the server. */
export interface Uploaded {
  row?: number;
  /** The server's id of the file. */
  media?: string;
}

/** An attempt to upload a file failed. */
export interface UploadFailed {
  row?: number;
  failure?: Failure;
}

/** Looks for users by name, on the server. */
export interface UserQuery {
  name?: string;
  limit?: number;
}

/** Lists members: those that the server has, or that this device knows. */
export interface MemberQuery {
  to?: string;
  cached?: boolean;
  /** member, admin or owner; empty for all. */
  roles?: string[];
  /** A part of the member's id, or of the name in a cached profile. */
  text?: string;
  silenced?: boolean;
}

/** Looks for conversations of the user, on the server. */
export interface FindConversations {
  members?: string[];
  exactly?: boolean;
  title?: string;
  /** Shared attributes as JSON, with all values of which they must have one. */
  attributes?: WantedAttribute[];
  activeFrom?: number;
  activeBefore?: number;
  limit?: number;
  after?: string;
}

export interface WantedAttribute {
  key?: string;
  values?: string[];
}

/** Entries of a log after a position, the oldest first. */
export interface LogQuery {
  conversation?: string;
  after?: number;
  limit?: number;
}

export interface NetworkChange {
  available?: boolean;
}

export interface Cancel {
  call?: number;
}

/** Puts an operation in the outbox. */
export interface Submit {
  to?: string;
  action?: Action;
  details?: MessageDetails;
  /** The client id; empty generates one. A repeated submission with the same id is stored once. */
  id?: string;
  /** True to answer once the operation is on this device's disk, without waiting for the server. */
  enqueue?: boolean;
  /** The file to upload first. The content has a place for it. */
  upload?: FileToUpload;
}

/** A file that the JavaScript side has copied for a message. */
export interface FileToUpload {
  /** In words of the JavaScript side. */
  file?: string;
  /** The name that others see. */
  name?: string;
  size?: number;
  sha256?: string;
  /** True if later messages of the conversation do not wait for it. */
  whenReady?: boolean;
}

export interface Discard {
  id?: string;
}

export interface MarkRead {
  to?: string;
  /** 0 for the newest. */
  position?: number;
}

export interface SetTyping {
  to?: string;
  on?: boolean;
  /** The content type; `text` if it is empty. */
  type?: string;
}

export interface SendSignal {
  to?: string;
  type?: string;
  content?: string;
}

export interface ListQuery {
  filter?: UnreadQuery;
  /** The last conversation of the previous page. */
  after?: string;
  /** 0 for all. */
  limit?: number;
}

export interface UnreadQuery {
  kinds?: string[];
  unread?: boolean;
  mentioned?: boolean;
  pinned?: boolean;
  tag?: string;
  /** Notification levels; empty for all. */
  levels?: string[];
  /** Values of the user's own attributes that must match, as JSON. */
  attributes?: Record<string, string>;
  /** Values of shared attributes that must match, as JSON. */
  sharedAttributes?: Record<string, string>;
  /** True to include conversations that were removed from the list. */
  includesRemoved?: boolean;
  order?: ListOrder;
}

/** The order of conversations, latest activity first; each is true if it is absent. */
export interface ListOrder {
  pinnedFirst?: boolean;
  countsDrafts?: boolean;
  countsUnsent?: boolean;
}

export interface Names {
  ids?: string[];
}

export type HistoryQueryPlace =
  /** Messages before a position, the newest of them; 0 for the end of the log. */
  | { before: number }
  /** Messages after a position, the oldest of them. */
  | { after: number };

export interface HistoryQueryFields {
  to?: string;
  limit?: number;
  /** True to answer with what this device holds. */
  cached?: boolean;
}

export type HistoryQuery = HistoryQueryFields & HistoryQueryPlace;

export interface Place {
  to?: string;
}

export interface CreateGroup {
  title?: string;
  members?: string[];
  /** The group's name; empty generates one. */
  id?: string;
  /** Shared attributes, as JSON. */
  attributes?: Record<string, string>;
}

export interface ChangeMembers {
  to?: string;
  /** Empty to leave. */
  users?: string[];
  reason?: string;
}

export interface ChangeConversation {
  to?: string;
  title?: string;
  /** As JSON; an empty text removes the attribute. */
  attributes?: Record<string, string>;
  /** Whether only the owner and the admins may write from now on. */
  silenced?: boolean;
  /** Whether every user who knows the group's id may join it from now on. */
  open?: boolean;
  /** How many entries before their joining new members may read from now on. */
  history?: number;
  /** Whether every user who knows the group's id may apply to join it from now on. */
  applications?: boolean;
}

/** Gives members of a group a role. */
export interface SetRole {
  to?: string;
  users?: string[];
  /** member, admin or owner. */
  role?: string;
}

/** Keeps members of a group from writing until a time, or lets them write again with 0. */
export interface SilenceMembers {
  to?: string;
  users?: string[];
  /** 0 lets them write again; -1 makes them speakers. */
  until?: number;
}

/** Joins a group that is open, or one that a link leads to. */
export interface JoinGroup {
  /** May be empty with a link. */
  group?: string;
  link?: string;
  sharedBy?: string;
  way?: string;
}

/** Describes a group that the user could join. */
export interface DescribeGroup {
  group?: string;
  link?: string;
}

export interface MakeLink {
  to?: string;
  /** 0 for never. */
  until?: number;
  /** 0 for any number. */
  uses?: number;
}

export interface RevokeLinks {
  to?: string;
  links?: number[];
}

export interface ApplyToGroup {
  /** The group's id. */
  group?: string;
  text?: string;
  sharedBy?: string;
  way?: string;
  /** Takes the application back. */
  withdrawn?: boolean;
}

export interface AnswerApplications {
  to?: string;
  users?: string[];
  accepted?: boolean;
  reason?: string;
}

export interface SetNickname {
  to?: string;
  /** Empty for the user. */
  user?: string;
  name?: string;
}

export interface Announce {
  to?: string;
  text?: string;
}

export interface AnnouncementQuery {
  to?: string;
  after?: string;
  limit?: number;
}

export interface BanUsers {
  to?: string;
  users?: string[];
  /** When the ban ends; 0 to lift it. */
  until?: number;
  reason?: string;
}

/** Changes settings of the user for a conversation; absent ones stay. */
export interface ChangeSettings {
  to?: string;
  pinned?: boolean;
  /** Empty for the default. */
  level?: string;
  muted?: boolean;
  alias?: string;
  draft?: Draft;
  /** True to drop the conversation from the list until its next message. */
  removed?: boolean;
  pinCountsAsActivity?: boolean;
  /** Empty for the default sound. */
  ringTone?: string;
  /** True to also hide everything up to now on all of the user's devices. */
  withHistory?: boolean;
  /** The user's own attributes, as JSON; an empty text removes one. */
  attributes?: Record<string, string>;
  /** Bits to set and to clear, in decimal digits. */
  setFlags?: string;
  unsetFlags?: string;
  pinInTag?: PinInTag;
}

export interface Hide {
  to?: string;
  upTo?: number;
  positions?: number[];
  thisDeviceOnly?: boolean;
}

export interface ReceiptQuery {
  to?: string;
  positions?: number[];
}

export interface PinInTag {
  tag?: string;
  pinned?: boolean;
}

export interface Search {
  text?: string;
  /** Empty to search all conversations. */
  in?: string;
  limit?: number;
  /** Before a position of the conversation; 0 for the end. */
  before?: number;
  /** Empty for any. */
  sender?: string;
  /** Content types; empty for all. */
  types?: string[];
  since?: number;
  /** Exclusive. */
  until?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface Schedule {
  to?: string;
  type?: string;
  content?: string;
  details?: MessageDetails;
  time?: number;
  /** The client id; empty generates one. */
  id?: string;
}

export interface InsertLocal {
  to?: string;
  drafts?: LocalDraft[];
  skipsDuplicates?: boolean;
}

export interface LocalDraft {
  type?: string;
  content?: string;
  /** Empty for the client's user. */
  sender?: string;
  /** Absent for now. */
  time?: number;
  fields?: string;
  name?: string;
}

export interface PositionRange {
  to?: string;
  from?: number;
  /** Absent for no end. */
  upTo?: number;
  /** 0 for 1,000. */
  limit?: number;
}

/** Absent parts stay. */
export interface ChangeLocal {
  to?: string;
  id?: number;
  content?: SendAction;
  fields?: string;
}

export interface RemoveLocal {
  to?: string;
  ids?: number[];
  all?: boolean;
}

export interface ChangeLocalFields {
  to?: string;
  position?: number;
  /** A JSON object; an empty one removes the fields. */
  fields?: string;
}

export interface Target {
  to?: string;
  position?: number;
}

export interface PageQuery {
  to?: string;
  position?: number;
  /** 0 for 100. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface ReaderQuery {
  of?: PageQuery;
  /** any, read, unread, delivered or undelivered. */
  state?: string;
}

export type AnnotatorQueryKey =
  | { reaction: string }
  /** The index of a choice. */
  | { choice: number };

export interface AnnotatorQueryFields {
  of?: PageQuery;
}

export type AnnotatorQuery = AnnotatorQueryFields & AnnotatorQueryKey;

export type HistoryAroundPlace =
  | { position: number }
  /** The first message of this moment or later. */
  | { time: number };

export interface HistoryAroundFields {
  to?: string;
  before?: number;
  after?: number;
}

export type HistoryAround = HistoryAroundFields & HistoryAroundPlace;

export interface HistoryOfTypes {
  to?: string;
  types?: string[];
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface Download {
  to?: string;
  since?: number;
  limit?: number;
}

export interface MentionQuery {
  to?: string;
  limit?: number;
  /** True for the last ones. */
  newest?: boolean;
}

export interface SetSettings {
  /** Empty for settings of the account. */
  to?: string;
  /** As JSON; an empty text removes the setting. */
  values?: Record<string, string>;
}

export interface DefaultLevel {
  /** Empty for kinds without a default of their own. */
  kind?: string;
  /** Empty for none. */
  level?: string;
}

export interface SetQuietHours {
  /** Absent for none. */
  hours?: QuietHours;
}

export interface LevelQuery {
  to?: string;
  /** Absent for now. */
  time?: number;
}

export interface TagConversations {
  id?: string;
  conversations?: string[];
}

export interface RemoveConversations {
  filter?: UnreadQuery;
  /** True to also hide everything up to now on all of the user's devices. */
  withHistory?: boolean;
  /** A tag to remove from them; empty for none. */
  untag?: string;
}

export interface Combine {
  title?: string;
  messages?: CombinedMessage[];
}

export interface CombinedMessage {
  sender?: string;
  name?: string;
  time?: number;
  type?: string;
  content?: string;
}

export interface TimelineOpening {
  /** Tells it from the other timelines and lists of all callers. */
  name?: string;
  to?: string;
  /** The number of messages that a move brings; 0 for 50. */
  window?: number;
  place?: TimelinePlace;
}

/** A place in a conversation; the end if none is given. */
export type TimelinePlace =
  | { newest: Nothing }
  | { firstUnread: Nothing }
  | { position: number }
  /** The first message of this moment or later. */
  | { time: number };

export type MoveTimelineMove =
  /** Shows more messages at the beginning. */
  | { older: Nothing }
  /** Shows more messages at the end. */
  | { newer: Nothing }
  | { to: TimelinePlace };

export interface MoveTimelineFields {
  timeline?: TimelineOpening;
}

export type MoveTimeline = MoveTimelineFields & MoveTimelineMove;

export interface ListOpening {
  /** Tells it from the other timelines and lists of all callers. */
  name?: string;
  filter?: UnreadQuery;
  /** The number of conversations to begin with, and to add at each extension; 0 for 50. */
  window?: number;
}

export interface PresenceOpening {
  /** Tells it from the other watches, timelines and lists of all callers. */
  name?: string;
  users?: string[];
}

export interface CloseView {
  /** Of a timeline, a list or a watch of presence. */
  name?: string;
}

export interface Wait {
  /** False to wait for the connection, true until everything missed was fetched. */
  caughtUp?: boolean;
}

/** A message from the module to JavaScript. */
export type Notice =
  | { answer: Answer }
  | { event: Event }
  | { state: ConnectionState }
  /** Get a token and hand it in under this number. */
  | { obtainToken: number }
  /** Nobody waits for a token any more. */
  | { cancelToken: Nothing }
  /** Open a connection, and drop the one that is open. */
  | { dial: Nothing }
  | { hangUp: Nothing }
  /** Call `timerFired` after so many milliseconds; replaces the timer before. A negative number: there is none. */
  | { timer: number }
  /** The local data is open, and the user it belongs to; empty on a new device. */
  | { opened: Opened }
  /** The local data cannot be opened. */
  | { failed: Failure }
  /** Upload the file of a message, and report how that goes. */
  | { upload: Upload }
  /** Stop the upload of this row. */
  | { cancelUpload: number }
  /** The message of an incomplete upload was discarded. */
  | { forgetUpload: Upload }
  /** Delete the copy of a file. */
  | { releaseFile: string };

export interface Opened {
  user?: string;
  device?: string;
  /** The copies of files that rows of the outbox name; all others can go. */
  neededFiles?: string[];
}

/** An upload to the server. */
export interface Upload {
  /** Identifies it in reports. */
  row?: number;
  /** The client id of the message. */
  message?: string;
  conversation?: string;
  file?: string;
  name?: string;
  size?: number;
  sha256?: string;
}

export type AnswerResult =
  | { failure: Failure }
  | { done: Nothing }
  | { sent: Sent }
  /** The server already had it so: nothing was appended. */
  | { unchanged: Nothing }
  /** Whether the operation was carried out is unknown. */
  | { unknown: Nothing }
  /** The operation is in the outbox under this client id. */
  | { enqueued: string }
  | { conversations: Conversations }
  | { messages: Messages }
  | { members: Members }
  | { pending: PendingList }
  | { unread: UnreadTotal }
  | { receipts: Receipts }
  | { found: SearchPage }
  | { status: Status }
  | { conversation: string }
  | { timeline: TimelineUpdate }
  | { list: ListUpdate }
  | { scheduled: ScheduledMessages }
  | { localMessages: LocalMessages }
  | { localFields: LocalFields }
  | { users: Users }
  | { count: Count }
  | { times: Times }
  /** Absent content if there is none. */
  | { content: SendAction }
  | { values: Values }
  | { settings: ConversationSettings }
  | { quietHours: SetQuietHours }
  /** A level or an id. */
  | { text: string }
  | { tags: Tags }
  | { flag: Flag }
  | { ids: Names }
  | { heads: LogHeads }
  | { log: LogPage }
  | { groupCard: GroupCard }
  | { links: Links }
  | { bans: GroupBans }
  | { presences: Presences }
  | { presenceUpdate: PresenceUpdate }
  | { applications: Applications }
  | { announcements: Announcements }
  | { profiles: Profiles }
  | { permissions: Permissions }
  | { relation: Relation }
  | { relations: Relations }
  | { foundConversations: FoundConversations };

export interface AnswerFields {
  call?: number;
}

export type Answer = AnswerFields & AnswerResult;

export interface LogHeads {
  heads?: LogHead[];
  /** The conversation, if one was asked for. */
  conversation?: string;
  /** False if no log will grow: the client is not connecting. */
  active?: boolean;
  /** Why the server ended the session. */
  failure?: Failure;
}

export interface LogHead {
  conversation?: string;
  newest?: number;
}

export interface LogPage {
  items?: LogItem[];
  /** The last position that the page covers; 0 if there is nothing after the given one yet. */
  upTo?: number;
}

/** A change of a timeline: first remove rows, then insert, then replace. */
export interface TimelineUpdate {
  /** True if all rows are new: the caller's are dropped. */
  first?: boolean;
  /** Indices in the old rows, descending. */
  removed?: number[];
  /** By ascending index in the new rows. */
  inserted?: PlacedRow[];
  updated?: PlacedRow[];
  atBeginning?: boolean;
  atEnd?: boolean;
  /** The position from which messages were unread when the timeline was opened; 0 if none was. */
  firstUnread?: number;
  /** Messages on this device after the rows; 100 stands for 100 or more. */
  newerCount?: number;
}

export interface PlacedRow {
  index?: number;
  row?: TimelineRow;
}

/** As for a timeline. */
export interface ListUpdate {
  first?: boolean;
  removed?: number[];
  inserted?: PlacedConversation[];
  updated?: PlacedConversation[];
  /** True if no more conversations match. */
  complete?: boolean;
}

export interface Presences {
  presences?: Presence[];
}

/** As for a timeline. */
export interface PresenceUpdate {
  first?: boolean;
  removed?: number[];
  inserted?: PlacedPresence[];
  updated?: PlacedPresence[];
  /** True if the server has answered about all of the users since the client connected. */
  current?: boolean;
  /** Users who have too many watchers. */
  unwatched?: string[];
}

export interface PlacedPresence {
  index?: number;
  row?: Presence;
}

export interface Presence {
  user?: string;
  /** online or offline; empty if it is unknown. */
  state?: string;
  /** Of the connected devices, in alphabetical order. */
  devices?: string[];
  status?: string;
  /** In milliseconds since 1970; 0 unless offline. */
  lastSeen?: number;
}

export interface PlacedConversation {
  index?: number;
  row?: Conversation;
}

export interface Sent {
  conversation?: string;
  position?: number;
  time?: number;
}

export interface Conversations {
  conversations?: Conversation[];
}

export interface Messages {
  messages?: Message[];
  /** Where the next page begins; empty at the end. */
  next?: string;
  /** True while this device still indexes, so that messages may be missing. */
  incomplete?: boolean;
}

export interface Members {
  members?: Member[];
  next?: string;
  /** The device has never read the list. */
  unknown?: boolean;
}

/** What the user may do in a conversation. */
export interface Permissions {
  /** In ascending order. */
  operations?: string[];
  /** The roles of the members whom the user may remove, ban and silence. */
  manages?: string[];
}

export interface FoundConversations {
  ids?: string[];
  next?: string;
}

export interface Users {
  users?: string[];
  next?: string;
}

export interface ScheduledMessages {
  messages?: ScheduledMessage[];
}

export interface LocalMessages {
  messages?: LocalMessage[];
}

export interface LocalFields {
  fields?: ChangeLocalFields[];
}

export interface Count {
  count?: number;
}

export interface Times {
  times?: ReceivedTime[];
}

export interface ReceivedTime {
  position?: number;
  time?: number;
}

/** JSON texts by key. */
export interface Values {
  values?: Record<string, string>;
}

export interface Tags {
  tags?: Tag[];
}

export interface PendingList {
  operations?: Pending[];
}

export interface UnreadTotal {
  messages?: number;
  conversations?: number;
  mentions?: number;
}

export interface Receipts {
  receipts?: Receipt[];
}

export interface SearchPage {
  hits?: SearchHit[];
  /** False while this device still indexes. */
  complete?: boolean;
  next?: string;
}

export interface SearchHit {
  conversation?: Conversation;
  /** The number of messages found in it. */
  count?: number;
  newest?: Message;
}

export interface Status {
  user?: string;
  device?: string;
  state?: ConnectionState;
  /** Entries still to be fetched, as far as known. */
  toCome?: number;
  /** Settings and hidings that the server does not have yet. */
  unsyncedChanges?: number;
  /** The time by the server's clock if it is known, otherwise by this device's. */
  serverTime?: number;
  /** The time of the connection; 0 without one. */
  onlineSince?: number;
  /** Why the last connection ended or could not be made. */
  lastFailure?: Failure;
}

/** A kind of relation. */
export type RelationKind = "RELATION_KIND_UNSPECIFIED" | "RELATION_KIND_BLOCKED" | "RELATION_KIND_ALLOWED" | "RELATION_KIND_ONLY_ALLOWED" | "RELATION_KIND_FRIEND" | "RELATION_KIND_ASKED" | "RELATION_KIND_ASKS";
