import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import type { Observable } from 'rxjs';
import {
  EuiBadge,
  EuiHeaderSectionItem,
  EuiHeaderSectionItemButton,
  EuiIcon,
  EuiLoadingSpinner,
  EuiToolTip,
} from '@elastic/eui';
import { css, keyframes } from '@emotion/css';
import type { MountPoint } from '../../types';
import { ErrorBoundary, mountSafely, MountWrapper, useObservable } from '../../utils';
import type { ChromeBadge, ChromeNavControl } from '../types';
import type { Branding } from '../../../common';
import { useCoreTheme } from '../../theme';
import { t } from '../../i18n';
import type { ThemeStart } from '../../theme/types';

/** Container of the current app's menu. Source: docs/reference/core.md#action-menu. */
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

/** Badge of the current app, for example "Read only". Source: docs/reference/core.md#chrome. */
/** Between the sections of the header, which are taller. */
const BADGE_STYLE = { alignSelf: 'center', marginInline: 8 } as const;

export function HeaderBadge({
  badge$,
}: {
  readonly badge$: Observable<ChromeBadge | undefined>;
}): ReactElement | null {
  const badge = useObservable<ChromeBadge | undefined>(badge$, undefined);
  if (!badge) return null;
  return (
    <ErrorBoundary resetKey={badge}>
      <EuiToolTip content={badge.tooltip} position="bottom" anchorProps={{ style: BADGE_STYLE }}>
        <EuiBadge
          tabIndex={0}
          color="hollow"
          iconType={badge.iconType}
          data-test-subj="headerBadge"
          data-test-badge-label={badge.text}
        >
          {badge.text}
        </EuiBadge>
      </EuiToolTip>
    </ErrorBoundary>
  );
}

/** @returns a class name, or undefined if the branding does not change the header */
export function useHeaderAppearance({ header }: Pick<Branding, 'header'>): string | undefined {
  const { darkMode } = useCoreTheme();
  return useMemo(() => {
    if (!header) return undefined;
    const { background, text } = darkMode ? header.dark : header.light;
    const isPointedAt = {
      backgroundColor: 'transparent',
      boxShadow: 'inset 0 0 0 1px currentcolor',
    };
    return css({
      // `&` is doubled to raise the specificity above the styles of the bar and its buttons.
      '&&': { backgroundColor: background, borderBlockEndColor: background },
      '&& :is(a, button)': { color: text, outlineColor: text },
      '&& :is(a, button):is(:hover, :focus)': isPointedAt,
      '&& :is(a, button)::before': { display: 'none' },
    });
  }, [darkMode, header]);
}

/** Avoids flicker during quick requests. */
const APPEAR_DELAY_MS = 250;
const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
const delayed = css({
  display: 'flex',
  opacity: 0,
  animation: `${appear} 150ms ease-in ${APPEAR_DELAY_MS}ms forwards`,
});

export function LoadingIndicator({
  loadingCount$,
}: {
  readonly loadingCount$: Observable<number>;
}): ReactElement {
  const isLoading = useObservable(loadingCount$, 0) > 0;
  if (!isLoading) return <span data-test-subj="globalLoadingIndicator-hidden" />;
  return (
    <span className={delayed} data-test-subj="globalLoadingIndicator">
      <EuiLoadingSpinner
        size="m"
        aria-label={t('core.ui.loadingIndicatorAriaLabel', 'Loading content')}
      />
    </span>
  );
}

const LIGHT = { darkMode: false };

/** Switches between the light and dark theme immediately and remembers the choice. */
export function ThemeSwitch({ theme }: { readonly theme: ThemeStart }): ReactElement {
  const { darkMode } = useObservable(theme.theme$, LIGHT);
  const label = darkMode
    ? t('core.ui.chrome.themeSwitch.light', 'Switch to light theme')
    : t('core.ui.chrome.themeSwitch.dark', 'Switch to dark theme');
  return (
    <EuiHeaderSectionItemButton
      aria-label={label}
      title={label}
      data-test-subj="themeSwitch"
      onClick={() => theme.setDarkMode(!darkMode)}
    >
      <EuiIcon type={darkMode ? 'sun' : 'moon'} size="m" aria-hidden />
    </EuiHeaderSectionItemButton>
  );
}

const NO_CONTROLS: readonly ChromeNavControl[] = [];

/**
 * The controls of one slot, each in its own element, so that adding one does not remount the
 * others.
 */
export function HeaderNavControls({
  controls$,
}: {
  readonly controls$: Observable<readonly ChromeNavControl[]>;
}): ReactElement {
  const controls = useObservable(controls$, NO_CONTROLS);
  const keyOf = useObjectKeys();
  return (
    <>
      {controls.map((control) => (
        <EuiHeaderSectionItem key={keyOf(control)}>
          <MountWrapper mount={control.mount} />
        </EuiHeaderSectionItem>
      ))}
    </>
  );
}

function useObjectKeys(): (object: object) => number {
  const known = useRef({ keys: new WeakMap<object, number>(), next: 0 }).current;
  return (object) => {
    const key = known.keys.get(object) ?? known.next++;
    known.keys.set(object, key);
    return key;
  };
}
