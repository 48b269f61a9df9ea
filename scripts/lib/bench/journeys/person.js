'use strict';
/**
 * Somebody at the page, whose acts are counted: the only way for a journey to act, so that no
 * journey counts itself.
 *
 * - A click: of the mouse, an option that is picked, or a key pressed for its own sake (Enter, each
 *   stroke of a shortcut).
 * - A field: something typed into it, however long; going there belongs to it.
 *
 * Looking costs nothing.
 */
const PATIENCE_MS = 15_000;

/**
 * @typedef {{
 *   role: string,
 *   name?: string | RegExp,
 *   within?: Target,
 *   text?: string | RegExp,
 * }} Target
 *   what a screen reader calls it; `within` another one; `text`: with this text inside
 */

/**
 * @param {string} role of ARIA
 * @param {string | RegExp} [name] the whole of it, unless it is an expression
 * @param {{ within?: Target, text?: string | RegExp }} [more]
 * @returns {Target}
 */
const at = (role, name, { within, text } = {}) => ({ role, name, within, text });

const titleOf = ({ role, name, text }) => `${role} "${name ?? text ?? ''}"`;

class User {
  #page;
  /** @type {Array<{ kind: 'click' | 'field', what: string }>} */
  #acts = [];

  /** @param {import('playwright-core').Page} page at home, signed in */
  constructor(page) {
    this.#page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** @returns {{ clicks: number, fields: number, acts: string[] }} so far; the acts in words */
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

  /** One stroke, wherever the focus is: `Enter`, `Control+k`, `g`. */
  async press(key) {
    this.#acts.push({ kind: 'click', what: `press ${key}` });
    await this.#page.keyboard.press(key);
  }

  /** In place of what the field holds. */
  async type(target, text) {
    this.#acts.push({ kind: 'field', what: `type into ${titleOf(target)}` });
    await this.#find(target).fill(text);
  }

  /** Chooses in a list that the browser draws: it is opened, and one is picked. */
  async select(target, label) {
    this.#acts.push({ kind: 'click', what: `open ${titleOf(target)}` });
    this.#acts.push({ kind: 'click', what: `pick "${label}"` });
    await this.#find(target).selectOption({ label });
  }

  /** Types what is looked for into a box with suggestions, and picks the one with this text. */
  async pick(box, text) {
    await this.type(box, text);
    // Matched letters are marked, which changes the option's name for a screen reader.
    await this.click(at('option', undefined, { text, within: at('listbox') }));
  }

  /** @returns {Promise<Buffer>} the file that a click hands over */
  async download(target) {
    const [handed] = await Promise.all([this.#page.waitForEvent('download'), this.click(target)]);
    const parts = [];
    for await (const part of await handed.createReadStream()) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Opens the browser's dialog for files, and picks one there. */
  async hand(target, { name, bytes }) {
    this.#acts.push({ kind: 'click', what: `open ${titleOf(target)}` });
    this.#acts.push({ kind: 'click', what: `pick ${name}` });
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
    await this.#find(target).setInputFiles(file);
  }

  /** @returns {Promise<string>} what was copied last */
  async pasted() {
    await this.#page.context().grantPermissions(['clipboard-read']);
    return this.#page.evaluate('navigator.clipboard.readText()');
  }

  /** Waits until it is there. */
  async see(target) {
    await this.#find(target).waitFor();
  }

  /** @returns {Promise<string>} the text of it, once it is there */
  async read(target) {
    return this.#find(target).innerText();
  }

  /** @returns {Promise<string>} what stands in the field */
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
