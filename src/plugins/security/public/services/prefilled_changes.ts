/**
 * Changes prepared on one page and reviewed in the form of another before they are saved, passed in
 * the state of the browser's history entry.
 */
import type { PatchOperation } from '@sd/contracts';
import { useKit } from '@sd/ui_kit';
import type { Location } from 'history';
import { useState } from 'react';

interface ProposalState {
  readonly additions: readonly PatchOperation[];
  /** Where to go after saving. */
  readonly returnTo: string | undefined;
}

/** Location whose form opens with unsaved additions. */
export const proposing = (
  pathname: string,
  additions: readonly PatchOperation[],
  returnTo?: string
): { readonly pathname: string; readonly state: ProposalState } => ({
  pathname,
  state: { additions, returnTo },
});

/** Page that proposed the change and wants to see its effect. */
export function useReturnPath(): string | undefined {
  const { history } = useKit();
  const [path] = useState(() => (history.location.state as ProposalState | undefined)?.returnTo);
  return typeof path === 'string' ? path : undefined;
}

/** Changes prepared for the form of this page. */
export interface Prepared {
  /** Identifies the proposal. */
  readonly id: string;
  /** Applies the prepared changes to the entity. */
  of<E extends object>(entity: E | undefined): E;
}

export function usePrefilledChanges(): Prepared | undefined {
  const { history } = useKit();
  const [additions] = useState(() => findAdditions(history.location));
  return (
    additions && {
      id: JSON.stringify(additions),
      of: (entity) => withAdditions(entity, additions),
    }
  );
}

function findAdditions({ state }: Location): readonly PatchOperation[] | undefined {
  const { additions } = (state ?? {}) as Partial<ProposalState>;
  return Array.isArray(additions) ? additions : undefined;
}

/** Appends to lists (`/users/-`); no other changes are proposed. */
const withAdditions = <E extends object>(
  entity: E | undefined,
  additions: readonly PatchOperation[]
): E =>
  additions.reduce<unknown>(
    (changed, { path, value }) => add(changed, path.split('/').slice(1), value),
    entity ?? {}
  ) as E;

function add(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return target;
  if (key === '-') {
    const list = (target ?? []) as readonly unknown[];
    return list.includes(value) ? list : [...list, value];
  }
  if (Array.isArray(target))
    return target.map((one: unknown, at) => (String(at) === key ? add(one, rest, value) : one));
  const record = (target ?? {}) as Readonly<Record<string, unknown>>;
  return { ...record, [key]: add(record[key], rest, value) };
}
