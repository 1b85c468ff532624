// Holds the classes of the JavaScript SDK against their types, which are written by hand. `tools/types/check` puts the types that
// the compiler infers from the code into `inferred`.

import type * as chat from "./inferred/martlet-chat.js";
import type * as code from "./inferred/martlet.js";
import type * as node from "./inferred/martlet-node.js";
import type * as browser from "./inferred/martlet-browser.js";
import type * as types from "./sdk/martlet.js";
import type * as opening from "./sdk/martlet-node.js";

declare function has<Expected>(value: Expected): void;
// Overloads tell more of a result than the compiler infers, so functions are compared by what they take.
type Functions<Class> = {
  [Name in keyof Class]: Class[Name] extends (...taken: infer Taken) => any ? (...taken: Taken) => any : unknown;
};
declare function isNothing<Extra extends never>(): void;

declare const client: code.Client;
declare const conversation: chat.Chat;
declare const error: code.MartletError;
has<Functions<types.Client>>(client);
has<Functions<types.Chat>>(conversation);
has<types.MartletError>(error);
// What only the SDK's own files call has no types for apps.
isNothing<Exclude<keyof code.Client, keyof types.Client | "ask" | "files">>();
isNothing<Exclude<keyof chat.Chat, keyof types.Chat>>();

declare const inNode: typeof node.open;
declare const inBrowsers: typeof browser.open;
has<(options: opening.OpenOptions) => Promise<object>>(inNode);
has<(options: opening.OpenOptions) => Promise<object>>(inBrowsers);
