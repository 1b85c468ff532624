import type { Client, OpenOptions } from "./martlet.js";

export { contentOf, MartletError } from "./martlet.js";
export type {
  Chat, Client, ConnectionState, Content, ContentClass, ContentValue, Conversation, ConversationFilter, ConversationSettings,
  DeviceClass, EnqueueOptions, Event, Events, FieldKind, JSONValue, Listening, LogItem, Logs, Member, Message, Notice, NotificationLevel, OpenOptions, Pending, Receipt, Result,
  SearchPage, SendFields, SubmitOptions, UnreadTotal,
} from "./martlet.js";

/** Opens the local data of a user, without connecting. */
export function open(options: OpenOptions): Promise<Client>;

/**
 * Deletes the local data of an account from this machine: messages that were not sent, too. Its client has to be closed;
 * otherwise it fails with `directory_in_use`. The folder stays, with the app's own files in it.
 */
export function erase(directory: string): Promise<void>;
