import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { Observable } from 'rxjs';
import type { MountPoint } from '../../types';
import { useObservable } from '../../utils';
import { browserLog } from '../../utils/browser_log';

/** Where the current app shows its own menu. Source: core-services section 3.7. */
export function HeaderActionMenu({
  actionMenu$,
}: {
  readonly actionMenu$: Observable<MountPoint | undefined>;
}): ReactElement {
  const mount = useObservable<MountPoint | undefined>(actionMenu$, undefined);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!mount || !element.current) return undefined;
    try {
      return mount(element.current);
    } catch (error) {
      // The app's own fault must not take the header away.
      browserLog.error(error);
      return undefined;
    }
  }, [mount]);
  return <div ref={element} data-test-subj="headerAppActionMenu" />;
}
