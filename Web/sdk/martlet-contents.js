// Contents as values of the app's own classes: a class names its content type and its fields.

import { MartletError } from "./martlet-error.js";

/** The most bytes of JSON that a server takes unless it was set up otherwise. */
const bytesAtMost = 64 * 1_024;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const same = (fits) => ({ fits, fitsJSON: fits, read: (json) => json, write: (value) => value });

/** The kinds of fields: which values fit, in the class and in JSON, and how one becomes the other. */
const kinds = {
  text: same((value) => typeof value === "string"),
  integer: same((value) => Number.isSafeInteger(value)),
  number: same((value) => Number.isFinite(value)),
  flag: same((value) => typeof value === "boolean"),
  list: same((value) => Array.isArray(value)),
  object: same(isObject),
  date: {
    fits: (value) => value instanceof Date && Number.isFinite(value.getTime()),
    // The times that a Date can hold.
    fitsJSON: (json) => Number.isInteger(json) && Math.abs(json) <= 8.64e15,
    read: (json) => new Date(json),
    write: (value) => value.getTime(),
  },
};

/**
 * A class for the contents of one type. `Web/sdk/martlet-types.d.ts` describes its members.
 *
 * @typedef {{type: string, fields?: Readonly<Record<string, string>>, searches?: readonly string[], decode?: (content: any) => any,
 *   prototype: any}} ContentClass
 */

/**
 * The content of a message as a value of a class; undefined if the message has no content, or one of another type.
 *
 * Throws `content_malformed`, with the field, if the content is not as the class says: a peer may send anything.
 *
 * @param {{type: string, content: object|null}} message  a message, a local or scheduled one, a pending one, or an entry of a log
 * @param {ContentClass} as
 */
export function contentOf({ type, content }, as) {
  if (type !== as.type || !content) return undefined;
  if (as.decode) return decoded(content, as);
  // Its constructor is for new values, with arguments that nobody knows here.
  const value = Object.create(as.prototype);
  if (!as.fields) return Object.assign(value, content);
  for (const [name, kind, isOptional] of fieldsOf(as)) {
    const json = Object.hasOwn(content, name) ? content[name] : undefined;
    if (json === undefined || json === null) {
      if (!isOptional) throw malformed(as, `${name} is missing`, name);
    } else if (!kinds[kind].fitsJSON(json)) {
      throw malformed(as, `${name} is not of the kind ${kind}`, name);
    } else {
      value[name] = kinds[kind].read(json);
    }
  }
  return value;
}

/**
 * A content in the form that is sent: its type, and an object. A text is of type `text`; a value of a content class has the type of
 * its class.
 *
 * Throws `argument_invalid`, with the field, for a value that is not as its class says, and `content_too_large`.
 *
 * @param {string|object} content
 * @param {string} [type]  of a plain object
 */
export function outgoing(content, type = "text") {
  if (typeof content === "string") return { type, content: { text: content } };
  // Not the member `constructor`, which a peer's content may have.
  const as = isObject(content) ? Object.getPrototypeOf(content)?.constructor : undefined;
  if (typeof as?.type !== "string") return { type, content };
  return { type: as.type, content: encoded(content, as) };
}

/** What the core needs to know of content classes. */
export function searchedTypes(classes) {
  return classes.map(({ type, searches = [] }) => ({ type, members: searches }));
}

function encoded(value, as) {
  value.check?.();
  const content = value.encode ? value.encode() : written(value, as);
  if (!isObject(content)) throw invalid(`the content of a ${as.type} is not an object`, "content");
  const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
  if (bytes <= bytesAtMost) return content;
  const message = "the content is too large; put large data in a file and send its URL";
  throw new MartletError({ code: "content_too_large", field: "content", message, limit: bytesAtMost, actual: bytes });
}

function written(value, as) {
  if (!as.fields) return { ...value };
  const content = {};
  for (const [name, kind, isOptional] of fieldsOf(as)) {
    const member = value[name];
    if (isOptional && (member === undefined || member === null)) continue;
    if (!kinds[kind].fits(member)) throw invalid(`${name} of a ${as.type} is not of the kind ${kind}`, name);
    content[name] = kinds[kind].write(member);
  }
  return content;
}

/** The fields of a class: the name, the kind, and whether it may be missing. */
function fieldsOf(as) {
  return Object.entries(as.fields).map(([name, declared]) => {
    const isOptional = declared.endsWith("?");
    const kind = isOptional ? declared.slice(0, -1) : declared;
    if (!Object.hasOwn(kinds, kind)) throw invalid(`there is no kind ${kind} of fields`, name);
    return /** @type {[string, string, boolean]} */ ([name, kind, isOptional]);
  });
}

function decoded(content, as) {
  try {
    return as.decode(content);
  } catch (error) {
    throw malformed(as, error.message, error.field);
  }
}

function malformed({ type }, message, field) {
  return new MartletError({ code: "content_malformed", field, message: `the content is not a ${type}: ${message}` });
}

function invalid(message, field) {
  return new MartletError({ code: "argument_invalid", field, message });
}
