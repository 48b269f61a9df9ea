/**
 * Answers of a SAML provider count once, at whichever server: they are remembered where sessions
 * are, which all servers on one backend share. A cluster takes one as often as it is sent.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LOGIN_LIMITS } from '../../contracts/limits';
import type { SessionStore } from '../api';

/**
 * Nobody can send an answer again and change these: digests are signed, and what is encrypted is
 * closed to whoever found it. Attributes may hold a `>`: what is then read is no base64.
 */
const MARK = /<(?:[^\s<>/:"'=]+:)?(?:DigestValue|CipherValue)(?:\s[^<>]*)?>([^<]*)</g;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Readers must not see another document than we do. */
const HIDING = /<!|^[^<]*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i;
const NAME_BYTES = 24;

export class UsedResponses {
  /** @param now - the wall clock, epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'put' | 'list'>,
    private readonly now: () => number = Date.now
  ) {}

  /**
   * To be called with a proven answer, and before anybody gets in by it. Of two that come at the
   * same moment neither may be the first: who has a right to it asks anew.
   * @param response - base64
   * @returns whether it had not been used
   */
  async use(response: string): Promise<boolean> {
    const marks = marksIn(Buffer.from(response, 'base64').toString('utf8'));
    const firsts = await Promise.all(marks.map((mark) => this.isFirst(mark)));
    return marks.length > 0 && firsts.every(Boolean);
  }

  private async isFirst(mark: string): Promise<boolean> {
    const createdAtMs = this.now();
    // Nobody's: no name of a user begins so.
    const userName = `\u0000saml answer ${mark}`;
    await this.store.put({
      key: randomBytes(NAME_BYTES).toString('base64url'),
      userName,
      contents: new Uint8Array(),
      createdAtMs,
      expiresAtMs: createdAtMs + LOGIN_LIMITS.usedAnswerMs,
    });
    return (await this.store.list(userName)).length === 1;
  }
}

/** @returns none where an answer cannot be told from others */
function marksIn(xml: string): readonly string[] {
  if (HIDING.test(xml)) return [];
  const found = new Set<string>();
  for (const [, text = ''] of xml.matchAll(MARK)) {
    const base64 = text.replace(/\s+/g, '');
    if (!BASE64.test(base64)) return [];
    found.add(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64url'));
    if (found.size > LOGIN_LIMITS.answerMarks) return [];
  }
  return [...found];
}
