/**
 * Allows styles created by scripts under the policy `style-src 'self' 'nonce-...'`: those of
 * Emotion, of EUI's scroll lock and of `insertStyle`. Call it once, before anything renders.
 */
import createCache, { type EmotionCache } from '@emotion/cache';
import { StyleSheet } from '@emotion/sheet';
import { setNonce } from 'get-nonce';

let cspNonce: string | undefined;
let emotionCache: EmotionCache | undefined;
let isSheetPatched = false;

export function installCspNonce(nonce: string): void {
  cspNonce = nonce;
  emotionCache = undefined;
  setNonce(nonce);
  patchStyleSheets();
}

/** Patches every Emotion cache, including those that libraries created earlier. */
function patchStyleSheets(): void {
  if (isSheetPatched) return;
  isSheetPatched = true;
  const { insert } = StyleSheet.prototype;
  StyleSheet.prototype.insert = function insertWithNonce(rule: string) {
    this.nonce ??= cspNonce;
    insert.call(this, rule);
  };
}

/** Returns the page's cache for the theme provider. */
export function getEmotionCache(): EmotionCache {
  if (emotionCache === undefined) {
    emotionCache = createCache({
      key: 'eui',
      ...(cspNonce === undefined ? {} : { nonce: cspNonce }),
    });
    emotionCache.compat = true;
  }
  return emotionCache;
}

/** Finds or creates the style element with this id in the head and sets its rules. */
export function insertStyle(id: string, css: string): HTMLStyleElement {
  const existing = document.getElementById(id);
  const style = existing instanceof HTMLStyleElement ? existing : document.createElement('style');
  style.textContent = css;
  if (!style.isConnected) {
    style.id = id;
    if (cspNonce !== undefined) style.setAttribute('nonce', cspNonce);
    document.head.append(style);
  }
  return style;
}
