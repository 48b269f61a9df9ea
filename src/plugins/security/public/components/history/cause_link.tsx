/** Links to what caused a change. */
import type { ChangeCause } from '@sd/contracts';
import { useLink } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { useAdmin } from '../../services/admin_context';

/** Where pages of plugins show the causes of changes; `undefined` without such a page. */
export function useCausePath(): (cause: Pick<ChangeCause, 'kind' | 'id'>) => string | undefined {
  const { addedPages } = useAdmin();
  return useMemo(
    () =>
      ({ kind, id }) =>
        addedPages
          .find(({ shows }) => shows === kind)
          ?.path.replace(':name', encodeURIComponent(id)),
    [addedPages]
  );
}

interface CauseLinkProps {
  /** Absent where nothing shows the cause. */
  readonly path: string | undefined;
  readonly text: string;
}

export function CauseLink({ path, text }: CauseLinkProps): ReactElement {
  const link = useLink();
  return path === undefined ? <>{text}</> : <a {...link(path)}>{text}</a>;
}
