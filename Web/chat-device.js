// The device id of this tab. The server closes the older of two sessions with the same device id, so two tabs must
// never use the same one.

const key = "device";

/**
 * The id this tab used before a reload, or a new one.
 *
 * A duplicated tab starts with a copy of the other tab's session storage. Each tab therefore holds a lock on its id,
 * and a tab that finds its stored id locked makes a new one. Without locks (a page from http: that is not on this
 * computer) every load gets a new id.
 *
 * @param {function(): string} makeID
 * @returns {Promise<string>}
 */
export async function claimDevice(makeID) {
  const stored = sessionStorage.getItem(key);
  if (stored && (await lock(stored))) return stored;
  const id = makeID();
  await lock(id);
  sessionStorage.setItem(key, id);
  return id;
}

/** Locks a device id for as long as this page is open. Resolves to false if another tab holds it. */
function lock(id) {
  if (!navigator.locks) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const hold = (granted) => {
      resolve(granted !== null);
      return granted && new Promise(() => {});
    };
    navigator.locks.request(`martlet device ${id}`, { ifAvailable: true }, hold).catch(reject);
  });
}
