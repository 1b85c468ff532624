/**
 * Whether an operation may have its effect though nobody will tell its outcome: its message may be in the outbox, or sent.
 *
 * @param {{submit?: {enqueue?: boolean}}} operation
 */
export function mayBeSent({ submit }) {
  return submit !== undefined && !submit.enqueue;
}

/** An error of the SDK or of the server. `docs/errors.md` lists the codes of the server. */
export class MartletError extends Error {
  name = "MartletError";

  /** @param {import("./martlet-values.js").Failure} failure */
  constructor({ code = "internal", message = "", field, limit, actual, retryAfter, until }) {
    super(message || code);
    /** The stable name of the error, such as `conversation_unknown` or `not_connected`. */
    this.code = code;
    /** The field of the request that is wrong. */
    this.field = field;
    this.limit = limit;
    this.actual = actual;
    /** Milliseconds to wait before the next attempt. */
    this.retryAfter = retryAfter;
    /** The time at which the refusal ends, such as a suspension, in milliseconds since 1970. */
    this.until = until;
  }
}
