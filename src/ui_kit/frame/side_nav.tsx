/** Side navigation with the pages of an app; a menu above the page on narrow screens. */
import { EuiSideNav } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { useKit } from '../kit/kit_context';
import { useLink } from './use_link';
import { useAppLocation } from './use_location';

/** A link of {@link SideNav}. */
export interface SideNavEntry {
  /** Path inside the app. The entry is current at this path and below. */
  readonly path: string;
  /** In the user's language. */
  readonly title: string;
}

/** Props of {@link SideNav}. */
export interface SideNavProps {
  /** In display order. */
  readonly entries: readonly SideNavEntry[];
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
  return (
    <EuiSideNav
      aria-label={root.text}
      mobileTitle={root.text}
      toggleOpenOnMobile={() => setIsOpen(!isOpen)}
      isOpenOnMobile={isOpen}
      items={[
        {
          id: 'root',
          name: root.text,
          ...(isRootLinked && link(root.path, close)),
          items: entries.map(({ path, title }) => ({
            id: path,
            name: title,
            isSelected: pathname === path || pathname.startsWith(`${path}/`),
            ...link(path, close),
          })),
        },
      ]}
    />
  );
}
