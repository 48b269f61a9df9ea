import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { Observable } from 'rxjs';
import type { MountPoint } from '../../types';
import { mountSafely, useObservable } from '../../utils';

/** Where the current app shows its own menu. Source: docs/reference/core.md#action-menu. */
export function HeaderActionMenu({
  actionMenu$,
}: {
  readonly actionMenu$: Observable<MountPoint | undefined>;
}): ReactElement {
  const mount = useObservable<MountPoint | undefined>(actionMenu$, undefined);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => mount && mountSafely(mount, element.current!), [mount]);
  return <div ref={element} data-test-subj="headerAppActionMenu" />;
}
