/** Values for one reader, as an async iterator; bounded. */
export class Mailbox {
  /** Called when the reader stops. */
  ended = () => {};

  #capacity;
  #overflow;
  #values = [];
  #waiting = [];
  #isFinished = false;

  /**
   * @param {number} capacity  more waiting values are replaced by one
   * @param {(newest: object) => object} overflow  makes that one
   */
  constructor(capacity, overflow) {
    this.#capacity = capacity;
    this.#overflow = overflow;
  }

  put(value) {
    if (this.#isFinished) return;
    const waiting = this.#waiting.shift();
    if (waiting) return waiting({ value, done: false });
    if (this.#values.length >= this.#capacity) this.#values = [this.#overflow(value)];
    else this.#values.push(value);
  }

  /** No more values will come; those that wait can still be read. */
  finish() {
    this.#isFinished = true;
    for (const waiting of this.#waiting.splice(0)) waiting({ value: undefined, done: true });
  }

  next() {
    if (this.#values.length > 0) return Promise.resolve({ value: this.#values.shift(), done: false });
    if (this.#isFinished) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The reader stops, as `break` in `for await` does. */
  return() {
    this.#values = [];
    this.finish();
    this.ended();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}
