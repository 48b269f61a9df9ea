/**
 * Escapes names for the store, reversibly. SQLite's driver truncates text at U+0000 and replaces
 * lone surrogates, so two different names could become one.
 */
const UNSAFE = /[\0\\\u{D800}-\u{DFFF}]/gu;

export function toStoredName(name: string): string {
  return name.replace(UNSAFE, (unit) =>
    unit === '\\' ? '\\\\' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  );
}

export function fromStoredName(stored: string): string {
  return stored.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_whole, hex: string | undefined) =>
    hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16))
  );
}
