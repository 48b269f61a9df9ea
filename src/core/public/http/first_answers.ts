/**
 * Answers that came with the page: each stands in for the first request that asks for exactly it.
 * They are as old as the page, so they are forgotten after a while, and with the first change that
 * the page asks for.
 */
import type { InjectedMetadata } from '../../common';

/** A page that needs longer asks again: what came with it may not be so any more. */
export const FIRST_ANSWERS_KEPT_MS = 30_000;

export class FirstAnswers {
  private readonly answers: Map<string, unknown>;

  /**
   * @param firstValues - of the page; paths without base path
   * @param root - in front of each: origin and base path of the page
   * @param sinceMs - since the page began
   */
  constructor(
    firstValues: InjectedMetadata['firstValues'],
    private readonly root: string,
    private readonly sinceMs: () => number = () => performance.now()
  ) {
    this.answers = new Map(Object.entries(firstValues?.answers ?? {}));
  }

  /** @returns the answer, once; `undefined`: the server has to be asked */
  take({ method, url }: Pick<Request, 'method' | 'url'>): Response | undefined {
    if (this.answers.size === 0) return undefined;
    if (method !== 'GET' || this.sinceMs() > FIRST_ANSWERS_KEPT_MS) {
      this.answers.clear();
      return undefined;
    }
    const path = url.slice(this.root.length);
    if (!url.startsWith(`${this.root}/`) || !this.answers.has(path)) return undefined;
    const answer = this.answers.get(path);
    this.answers.delete(path);
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/json' },
    });
  }
}
