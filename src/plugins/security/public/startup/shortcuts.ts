/**
 * Keys that lead somewhere from anywhere: Ctrl+K (or Cmd+K) opens the command palette, `?` the list
 * of shortcuts, `/` goes to the search field, and `g` with another key to a page. Nothing happens
 * in text fields and below dialogs; the single ones can be turned off (WCAG 2.1.4).
 */
import type { AccountDialogs } from '../services/account_dialogs';
import { ADMIN_APP_ID } from '../services/paths';
import type { ScreenDeps } from '../services/screen_deps';
import { GO_KEYS } from '../services/shortcut_keys';
import { areSingleKeysOn } from '../services/single_keys';

/** Longer apart, two keys are no sequence. */
const SEQUENCE_MS = 2_000;

export interface ShortcutDeps extends Pick<ScreenDeps, 'core' | 'session'> {
  readonly dialogs: Pick<AccountDialogs, 'openPalette' | 'openShortcuts'>;
}

/** @returns stops listening */
export function listenForShortcuts({ core, session, dialogs }: ShortcutDeps): () => void {
  let begunAtMs = -Infinity;
  const go = (key: string): boolean => {
    const entry = GO_KEYS.find((one) => one.key === key);
    if (!entry || (entry.appId === ADMIN_APP_ID && !session.hasApiAccess)) return false;
    void core.application.navigateToApp(entry.appId, { path: entry.path });
    return true;
  };
  const single = (key: string): boolean => {
    const isSecond = performance.now() - begunAtMs < SEQUENCE_MS;
    begunAtMs = -Infinity;
    if (isSecond) return go(key);
    if (key === 'g') {
      begunAtMs = performance.now();
      return true;
    }
    if (key === '/') return focusSearch();
    if (key !== '?') return false;
    dialogs.openShortcuts();
    return true;
  };
  const listen = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
    if (event.defaultPrevented || altKey || repeat || isComposing) return;
    if (isEditing(event.target) || isCovered()) return;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'k') return;
      dialogs.openPalette();
    } else if (!areSingleKeysOn() || !single(key)) return;
    event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

const FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu]';

const isEditing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null;

/** Below a dialog nothing can be used, with keys neither. */
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
