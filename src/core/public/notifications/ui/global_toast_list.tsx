/** The list of toasts at the edge of the page. Lazy chunk. */
import { EuiGlobalToastList } from '@elastic/eui';
import { type ComponentProps, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../i18n';
import type { MountPoint } from '../../types';
import { mountReactNode } from '../../theme/render_app';
import { mountSafely, MountWrapper, useObservable } from '../../utils';
import type { IToasts, Toast } from '../types';

/**
 * Browsers store timer delays as signed 32-bit integers; a longer one (or Infinity) would fire
 * immediately.
 */
const MAX_TIMER_MS = 2 ** 31 - 1;

type EuiToastItem = NonNullable<ComponentProps<typeof EuiGlobalToastList>['toasts']>[number];

const NO_TOASTS: Toast[] = [];

export const mountGlobalToastList = (toasts: Pick<IToasts, 'get$' | 'remove'>): MountPoint =>
  mountReactNode(<GlobalToastList toasts={toasts} />);

function GlobalToastList({
  toasts,
}: {
  readonly toasts: Pick<IToasts, 'get$' | 'remove'>;
}): ReactElement {
  const [toasts$] = useState(toasts.get$);
  const list = useObservable(toasts$, NO_TOASTS);
  return (
    <EuiGlobalToastList
      aria-label={t('core.notifications.globalToast.ariaLabel', 'Notification message list')}
      data-test-subj="globalToastList"
      toasts={list.map(toEuiToast)}
      dismissToast={({ id }) => toasts.remove(id)}
      // Each toast has its own lifetime.
      toastLifeTimeMs={MAX_TIMER_MS}
    />
  );
}

const toEuiToast = ({ title, text, toastLifeTimeMs, ...toast }: Toast): EuiToastItem => ({
  ...toast,
  title: typeof title === 'function' ? <TitleMount mount={title} /> : title,
  text: typeof text === 'function' ? <MountWrapper mount={text} /> : text,
  toastLifeTimeMs:
    toastLifeTimeMs === undefined ? undefined : Math.min(toastLifeTimeMs, MAX_TIMER_MS),
});

/** Titles are inline text, which must not contain block elements. */
function TitleMount({ mount }: { readonly mount: MountPoint }): ReactElement {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => mountSafely(mount, element.current as HTMLSpanElement), [mount]);
  return <span ref={element} />;
}
