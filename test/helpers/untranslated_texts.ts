/**
 * Finds English on a German screen: compares every visible text and accessible name with the
 * English texts of the catalog (scripts/i18n.js). Data is not in the catalog.
 */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expectedOf, readCatalogue } from '../../scripts/lib/i18n/check';

const ROOT = path.resolve(__dirname, '..', '..');
/** Arguments such as `{name}`, with nested plurals, and tags. */
const ARGUMENT = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|<\/?\w+>/g;

interface English {
  readonly texts: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

let english: English | undefined;

/** The English texts of the page, in document order. */
export async function untranslatedTexts(page: Page): Promise<readonly string[]> {
  english ??= readEnglish();
  const { texts, patterns } = english;
  const shown = await page.evaluate(readTexts);
  return [...new Set(shown)].filter(
    (text) => texts.has(text) || patterns.some((pattern) => pattern.test(text))
  );
}

function readEnglish(): English {
  const { owners } = readCatalogue(ROOT);
  const texts = new Set<string>();
  const german = new Set<string>();
  const patterns: RegExp[] = [];
  for (const owner of owners) {
    const { messages } = jest.requireActual<{ messages: Record<string, string> }>(
      path.join(owner.translationsDir, 'de.json')
    );
    for (const [id, { defaultMessage }] of expectedOf(owner)) {
      german.add(messages[id] ?? '');
      if (messages[id] === defaultMessage) continue;
      if (!/[{<]/.test(defaultMessage)) texts.add(defaultMessage.trim());
      else patterns.push(...patternOf(defaultMessage));
    }
  }
  for (const text of german) texts.delete(text);
  return { texts, patterns };
}

/** Skips texts with too few fixed words to tell them from data. */
function patternOf(message: string): RegExp[] {
  const parts = message.split(ARGUMENT);
  if (message.includes('=>') || parts.join(' ').split(/\s+/).filter(isWord).length < 2) return [];
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [new RegExp(`^${escaped.join('.+')}$`, 's')];
}

const isWord = (text: string): boolean => /^\p{L}{2,}/u.test(text);

/** Runs in the page. */
function readTexts(): string[] {
  const found: string[] = [];
  const add = (text: string | null) => {
    const trimmed = text?.replace(/\s+/g, ' ').trim();
    if (trimmed) found.push(trimmed);
  };
  // Guides are in English, and say so.
  const skipEnglish = (node: Node) =>
    node instanceof HTMLElement && node.lang === 'en'
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL, skipEnglish);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      // Parts of a name with line-break opportunities are not texts.
      const isPart = [node.previousSibling, node.nextSibling].some((by) => by?.nodeName === 'WBR');
      if (!isPart && node.parentElement?.checkVisibility()) add(node.data);
    } else if (node instanceof HTMLElement && node.checkVisibility()) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
        add(node.getAttribute(name));
      // Texts with nested elements are compared as a whole.
      if (/^(P|H[1-6]|LI|LABEL|LEGEND|CAPTION|BUTTON)$/.test(node.tagName)) add(node.textContent);
    }
  }
  add(document.title);
  return found;
}
