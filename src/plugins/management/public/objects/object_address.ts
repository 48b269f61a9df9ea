/** Path of a saved object below the section, so that it can be reloaded and shared. */
import type { ObjectKey } from '../../common';

const OBJECT = /^\/([^/]+)\/([^/]+)$/;

export const objectPath = ({ type, id }: ObjectKey): string =>
  `/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;

/** The object that a path names; `undefined` for the list and for invalid paths. */
export function objectAt(pathname: string): ObjectKey | undefined {
  const [, type, id] = OBJECT.exec(pathname) ?? [];
  if (type === undefined || id === undefined) return undefined;
  try {
    return { type: decodeURIComponent(type), id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}
