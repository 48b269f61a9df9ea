/** Where one saved object is, below the section; the address survives reloading and sharing. */
import type { ObjectKey } from '../../common';

const OBJECT = /^\/([^/]+)\/([^/]+)$/;

export const objectPath = ({ type, id }: ObjectKey): string =>
  `/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;

/** The object that an address names; `undefined` for the list, and for what no object has. */
export function objectAt(pathname: string): ObjectKey | undefined {
  const [, type, id] = OBJECT.exec(pathname) ?? [];
  if (type === undefined || id === undefined) return undefined;
  try {
    return { type: decodeURIComponent(type), id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}
