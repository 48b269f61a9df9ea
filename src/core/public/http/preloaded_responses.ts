/**
 * Answers that came with the page: each stands in for the first request that asks for exactly it.
 * They are as old as the page, so they are forgotten after a while, and with the first change that
 * the page asks for.
 */
import type { InjectedMetadata } from '../../common';

/** A page that needs longer asks again: what came with it may not be so any more. */
export const PRELOADED_RESPONSES_TTL_MS = 30_000;

export class PreloadedResponses {
  private readonly responses: Map<string, unknown>;

  /**
   * @param pagePreload - of the page; paths without base path
   * @param root - in front of each: origin and base path of the page
   * @param sinceMs - since the page began
   */
  constructor(
    pagePreload: InjectedMetadata['pagePreload'],
    private readonly root: string,
    private readonly sinceMs: () => number = () => performance.now()
  ) {
    this.responses = new Map(Object.entries(pagePreload?.responses ?? {}));
  }

  /** @returns the answer, once; `undefined`: the server has to be asked */
  take({ method, url }: Pick<Request, 'method' | 'url'>): Response | undefined {
    if (this.responses.size === 0) return undefined;
    if (method !== 'GET' || this.sinceMs() > PRELOADED_RESPONSES_TTL_MS) {
      this.responses.clear();
      return undefined;
    }
    const path = url.slice(this.root.length);
    if (!url.startsWith(`${this.root}/`) || !this.responses.has(path)) return undefined;
    const response = this.responses.get(path);
    this.responses.delete(path);
    return new Response(JSON.stringify(response), {
      headers: { 'content-type': 'application/json' },
    });
  }
}
