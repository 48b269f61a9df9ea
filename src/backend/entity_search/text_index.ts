/**
 * Finds the rows whose text contains a word, without reading all texts.
 *
 * A text is split at white space into tokens, and a token into runs of either letters and digits or
 * other characters. A common token is stored with its rows. Other tokens are stored by their runs:
 * a common run with its rows, a rare one by its n-grams of one to three characters. A search
 * combines the rows of the few common texts that contain the word with those of one or a few
 * n-grams. Only words longer than three characters in rare runs, and words across several runs,
 * give candidates whose texts must be read.
 */
import { PostingList } from './posting_list';
import { BitSet } from './bit_set';

/** Number of rows from which a text counts as common. */
const COMMON = 32;
const BUCKETS = 1 << 18;
const MAX_COUNT = 255;
const GRAM = 3;

export interface WordRows {
  /** Rows that certainly contain the word. */
  readonly sure: BitSet;
  /** Further candidates. No other rows contain the word. */
  readonly possible?: BitSet;
}

/**
 * Common texts with their rows. Rare texts are counted by hash, which needs no memory per text. A
 * collision can classify a text as common too early or too late, but the text is always stored in
 * one of the two ways.
 */
class CommonTexts {
  private readonly postings = new Map<string, PostingList>();
  private readonly counts = new Uint8Array(BUCKETS);

  /** @returns whether this part of the text is common and the row was added */
  add(text: string, from: number, to: number, slot: number): boolean {
    const bucket = bucketOf(text, from, to);
    const count = this.counts[bucket] as number;
    if (count < MAX_COUNT) this.counts[bucket] = count + 1;
    if (count < COMMON) return false;
    const part = text.slice(from, to);
    let posting = this.postings.get(part);
    if (!posting) this.postings.set(part, (posting = new PostingList()));
    posting.add(slot);
    return true;
  }

  delete(text: string, from: number, to: number, slot: number): void {
    const part = text.slice(from, to);
    const posting = this.postings.get(part);
    if (posting?.delete(slot) && posting.isEmpty) this.postings.delete(part);
    const bucket = bucketOf(text, from, to);
    const count = this.counts[bucket] as number;
    if (count > 0 && count < MAX_COUNT) this.counts[bucket] = count - 1;
  }

  addRowsOf(isMatch: (text: string) => boolean, set: BitSet): void {
    for (const [text, posting] of this.postings) if (isMatch(text)) posting.addTo(set);
  }
}

export class TextIndex {
  private readonly tokens = new CommonTexts();
  private readonly runs = new CommonTexts();
  private readonly grams = new Map<number, PostingList>();

  add(slot: number, text: string): void {
    eachToken(text, (from, to) => {
      if (this.tokens.add(text, from, to, slot)) return;
      eachRun(text, from, to, (start, end) => {
        if (this.runs.add(text, start, end, slot)) return;
        eachGram(text, start, end, (gram) => this.addGram(gram, slot));
      });
    });
  }

  /** Removes the row from all lists, because its slot may be reused. */
  delete(slot: number, text: string): void {
    eachToken(text, (from, to) => {
      this.tokens.delete(text, from, to, slot);
      eachRun(text, from, to, (start, end) => {
        this.runs.delete(text, start, end, slot);
        eachGram(text, start, end, (gram) => this.grams.get(gram)?.delete(slot));
      });
    });
  }

  /** @param word - not empty, without white space */
  find(word: string): WordRows {
    const sure = new BitSet();
    this.tokens.addRowsOf((token) => token.includes(word), sure);
    const pieces: string[] = [];
    eachRun(word, 0, word.length, (from, to) => pieces.push(word.slice(from, to)));
    if (pieces.length > 1) return { sure, possible: this.acrossRuns(pieces) };
    this.runs.addRowsOf((run) => run.includes(word), sure);
    const rare = this.withGramsOf(word);
    if (word.length > GRAM) return { sure, possible: rare };
    sure.addAll(rare);
    return { sure };
  }

  /**
   * A word across runs consists of the end of one run, complete runs, and the start of the last
   * one.
   */
  private acrossRuns(pieces: readonly string[]): BitSet {
    const last = pieces.length - 1;
    let rows: BitSet | undefined;
    pieces.forEach((piece, index) => {
      const fits = (run: string): boolean =>
        index === 0 ? run.endsWith(piece) : index === last ? run.startsWith(piece) : run === piece;
      const found = this.withGramsOf(piece);
      this.runs.addRowsOf(fits, found);
      if (rows) rows.keepAll(found);
      else rows = found;
    });
    return rows ?? new BitSet();
  }

  /**
   * Rows with rare runs that contain a text of up to three characters, or all trigrams of a longer
   * one.
   */
  private withGramsOf(text: string): BitSet {
    let rows: BitSet | undefined;
    const length = Math.min(GRAM, text.length);
    for (let at = 0; at + length <= text.length; at++) {
      const found = this.grams.get(gramAt(text, at, length))?.toSet() ?? new BitSet();
      if (rows) rows.keepAll(found);
      else rows = found;
      if (rows.isEmpty) break;
    }
    return rows ?? new BitSet();
  }

  private addGram(gram: number, slot: number): void {
    const known = this.grams.get(gram);
    if (known) {
      known.add(slot);
      return;
    }
    const posting = new PostingList();
    posting.add(slot);
    this.grams.set(gram, posting);
  }
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/**
 * All characters beyond ASCII count as letters. Texts and words only need to be split in the same
 * way.
 */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;

type Visit = (from: number, to: number) => void;

/** Tokens are separated by ASCII white space only, which no word contains. */
function eachToken(text: string, visit: Visit): void {
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isSpace(text.charCodeAt(at))) continue;
    if (at > from) visit(from, at);
    from = at + 1;
  }
}

function eachRun(text: string, from: number, to: number, visit: Visit): void {
  let start = from;
  let isLetterRun = isLetter(text.charCodeAt(from));
  for (let at = from + 1; at < to; at++) {
    if (isLetter(text.charCodeAt(at)) === isLetterRun) continue;
    visit(start, at);
    start = at;
    isLetterRun = !isLetterRun;
  }
  visit(start, to);
}

function eachGram(text: string, from: number, to: number, visit: (gram: number) => void): void {
  for (let at = from; at < to; at++) {
    const longest = Math.min(GRAM, to - at);
    for (let length = 1; length <= longest; length++) visit(gramAt(text, at, length));
  }
}

const ASCII = 128;
/** Larger than every n-gram of ASCII characters. */
const BEYOND_ASCII = (ASCII + 1) ** 3;

/** Encodes up to three UTF-16 code units as a unique number, which is small for ASCII. */
function gramAt(text: string, at: number, length: number): number {
  let gram = 0;
  for (let i = at; i < at + length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ASCII) return BEYOND_ASCII + wideGramAt(text, at, length);
    gram = gram * (ASCII + 1) + code + 1;
  }
  return gram;
}

function wideGramAt(text: string, at: number, length: number): number {
  let gram = 0;
  for (let i = at; i < at + length; i++) gram = gram * 65_537 + text.charCodeAt(i) + 1;
  return gram;
}

/** FNV-1a, reduced to 18 bits. */
function bucketOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 18)) & (BUCKETS - 1);
}
