'use strict';
/**
 * A simulated user whose interactions are counted. Journeys act only through this class, so they
 * cannot miscount.
 *
 * - A click: a mouse click, an option that is picked, or a key pressed for its own sake (Enter,
 *   each stroke of a shortcut).
 * - A field: text typed into an input of any length, including the focus.
 *
 * Reading the page is free.
 */
const PATIENCE_MS = 15_000;

/**
 * @typedef {{
 *   role: string,
 *   name?: string | RegExp,
 *   within?: Target,
 *   text?: string | RegExp, }} Target
 *   an accessible role and name; `within`: inside another target; `text`: contains this text
 */

/**
 * @param {string} role ARIA role
 * @param {string | RegExp} [name] the full name, unless it is an expression
 * @param {{ within?: Target, text?: string | RegExp }} [more]
 * @returns {Target}
 */
const at = (role, name, { within, text } = {}) => ({ role, name, within, text });

const titleOf = ({ role, name, text }) => `${role} "${name ?? text ?? ''}"`;

class User {
  #page;
  /** @type {Array<{ kind: 'click' | 'field', what: string }>} */
  #acts = [];

  /** @param {import('playwright-core').Page} page on Home, logged in */
  constructor(page) {
    this.#page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /**
   * @returns {{ clicks: number, fields: number, acts: string[] }} totals so far; `acts` in words
   */
  count() {
    const number = (wanted) => this.#acts.filter(({ kind }) => kind === wanted).length;
    return {
      clicks: number('click'),
      fields: number('field'),
      acts: this.#acts.map(({ what }) => what),
    };
  }

  async click(target) {
    this.#acts.push({ kind: 'click', what: `click ${titleOf(target)}` });
    await this.#find(target).click();
  }

  /** Presses a key or combination wherever the focus is: `Enter`, `Control+k`, `g`. */
  async press(key) {
    this.#acts.push({ kind: 'click', what: `press ${key}` });
    await this.#page.keyboard.press(key);
  }

  /** Replaces the content of a field. */
  async type(target, text) {
    this.#acts.push({ kind: 'field', what: `type into ${titleOf(target)}` });
    await this.#find(target).fill(text);
  }

  /** Chooses an option of a native select: one click opens it, another one picks. */
  async select(target, label) {
    this.#acts.push({ kind: 'click', what: `open ${titleOf(target)}` });
    this.#acts.push({ kind: 'click', what: `pick "${label}"` });
    await this.#find(target).selectOption({ label });
  }

  /** Types a search text into a combo box and picks the option with this text. */
  async pick(box, text) {
    await this.type(box, text);
    // Matches are highlighted, which changes the accessible name of the option.
    await this.click(at('option', undefined, { text, within: at('listbox') }));
  }

  /** @returns {Promise<Buffer>} the file that a click downloads */
  async download(target) {
    const [handed] = await Promise.all([this.#page.waitForEvent('download'), this.click(target)]);
    const parts = [];
    for await (const part of await handed.createReadStream()) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Opens the browser's file dialog and picks a file. */
  async hand(target, { name, bytes }) {
    this.#acts.push({ kind: 'click', what: `open ${titleOf(target)}` });
    this.#acts.push({ kind: 'click', what: `pick ${name}` });
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
    await this.#find(target).setInputFiles(file);
  }

  /** @returns {Promise<string>} the text on the clipboard */
  async pasted() {
    await this.#page.context().grantPermissions(['clipboard-read']);
    return this.#page.evaluate('navigator.clipboard.readText()');
  }

  /** Waits until the target is visible. */
  async see(target) {
    await this.#find(target).waitFor();
  }

  /** @returns {Promise<string>} the text of the target once it is visible */
  async read(target) {
    return this.#find(target).innerText();
  }

  /** @returns {Promise<string>} the content of a field */
  async readField(target) {
    return this.#find(target).inputValue();
  }

  #find({ role, name, within, text }) {
    const place = within ? this.#find(within) : this.#page;
    const exact = typeof name === 'string';
    const found = place.getByRole(role, name === undefined ? {} : { name, exact });
    return (text === undefined ? found : found.filter({ hasText: text })).first();
  }
}

module.exports = { at, User };
