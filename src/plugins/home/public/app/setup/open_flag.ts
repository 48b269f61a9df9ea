/** Whether the administrator keeps the panel open, on this device. */
const KEY = 'home.setUp.isOpen';

/** @returns undefined when nobody has chosen here */
export function readOpenFlag(): boolean | undefined {
  try {
    const stored = window.localStorage.getItem(KEY);
    return stored === null ? undefined : stored === 'true';
  } catch {
    return undefined;
  }
}

export function writeOpenFlag(isOpen: boolean): void {
  try {
    window.localStorage.setItem(KEY, String(isOpen));
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as the page.
  }
}
