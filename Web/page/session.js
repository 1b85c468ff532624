// Who is signed in, on this browser: the token, and the client that all tabs share.

import { erase, open } from "../sdk/martlet-browser.js";

const key = "martlet";
const address = location.origin.replace(/^http/, "ws");

/** The user that a token names; empty if it is malformed. The server checks it; here it only names the account's data. */
function userOf(token) {
  try {
    const part = token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    const { sub = "" } = JSON.parse(new TextDecoder().decode(bytes));
    return String(sub);
  } catch {
    return "";
  }
}

/** The token and the account that were kept; null if nobody is signed in. */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Opens the client of a token's user, and begins to connect.
 *
 * A token that replaces an expired one is for the same account, whose data stays.
 */
export async function begin(token) {
  const account = userOf(token);
  if (!account) throw new Error("That is not a token. Copy all of it, three parts with dots between them.");
  const keeps = { token, account };
  localStorage.setItem(key, JSON.stringify(keeps));
  const options = {
    server: address,
    // A tab that got a new token stores it for all.
    token: () => kept()?.token ?? token,
    device: { class: /** @type {const} */ ("web"), name: "browser" },
    directory: account,
  };
  const client = await open(options);
  await client.connect();
  return client;
}

/** Keeps another token of the account that is signed in. */
export function renew(token) {
  const account = kept()?.account;
  if (userOf(token) !== account) throw new Error(`That token is not for ${account}. Sign out first to change the account.`);
  localStorage.setItem(key, JSON.stringify({ token, account }));
}

/** Forgets the account, and deletes its data from this browser. The other tabs hear of it by `onSignOut`. */
export async function forget(client) {
  const account = kept()?.account;
  localStorage.removeItem(key);
  client?.close();
  if (account) await erase(account);
}

/** Calls `listener` when another tab has signed out. */
export function onSignOut(listener) {
  addEventListener("storage", (event) => {
    if (event.key === key && event.newValue === null) listener();
  });
}
