/** Side navigation with the pages of an app; a menu above the page on narrow screens. */
import { EuiSideNav, type EuiSideNavItemType } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { useKit } from '../kit/kit_context';
import { useLink } from './use_link';
import { useAppLocation } from './use_location';

/** A link of {@link SideNav}. */
export interface SideNavEntry {
  /**
   * Path inside the app. The entry is current at this path and below, unless another one is nearer.
   */
  readonly path: string;
  /** In the user's language. */
  readonly title: string;
}

/** A titled group of links of {@link SideNav}. */
export interface SideNavGroup {
  /** In the user's language. */
  readonly title: string;
  /** In display order. */
  readonly entries: readonly SideNavEntry[];
}

/** Props of {@link SideNav}. */
export interface SideNavProps {
  /** In display order. */
  readonly entries: readonly (SideNavEntry | SideNavGroup)[];
  /** Whether the app's title links to its start page. */
  readonly isRootLinked?: boolean;
}

/** The pages of an app; use it as `sideNav` of {@link AppFrame}. */
export function SideNav({ entries, isRootLinked = false }: SideNavProps): ReactElement {
  const { root } = useKit();
  const { pathname } = useAppLocation();
  const link = useLink();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const current = currentPath(entries, pathname);
  const item = (entry: SideNavEntry | SideNavGroup): EuiSideNavItemType<unknown> =>
    'entries' in entry
      ? { id: entry.title, name: entry.title, items: entry.entries.map(item) }
      : {
          id: entry.path,
          name: entry.title,
          isSelected: entry.path === current,
          ...link(entry.path, close),
        };
  const top = {
    id: 'root',
    name: root.text,
    ...(isRootLinked && link(root.path, close)),
  };
  const items = entries.map(item);
  const hasGroups = items.some((one) => one.items);
  return (
    <EuiSideNav
      aria-label={root.text}
      mobileTitle={root.text}
      toggleOpenOnMobile={() => setIsOpen(!isOpen)}
      isOpenOnMobile={isOpen}
      items={
        hasGroups
          ? [{ ...top, isSelected: !items.some(isAnySelected) }, ...items]
          : [{ ...top, items }]
      }
    />
  );
}

/** @returns the longest path at or above `pathname` */
function currentPath(entries: SideNavProps['entries'], pathname: string): string | undefined {
  const paths = entries.flatMap((one) => ('entries' in one ? one.entries : one));
  return paths
    .map(({ path }) => path)
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const isAnySelected = ({ isSelected, items = [] }: EuiSideNavItemType<unknown>): boolean =>
  isSelected === true || items.some(isAnySelected);
