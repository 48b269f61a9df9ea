import { EuiSideNav } from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { i18n, type GuardedHistory } from '@sd/core/public';
import { sectionPath } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { linkTo } from './link';

export interface SideNavProps {
  readonly sections: readonly ManagementSection[];
  readonly history: GuardedHistory;
  readonly currentId: string | undefined;
}

export function SideNav({ sections, history, currentId }: SideNavProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const title = i18n.translate('management.appTitle', { defaultMessage: 'Management' });
  return (
    <EuiSideNav
      aria-label={title}
      mobileTitle={title}
      toggleOpenOnMobile={() => setIsOpen(!isOpen)}
      isOpenOnMobile={isOpen}
      items={[
        {
          id: 'management',
          name: title,
          ...linkTo(history, '/', close),
          items: sections.map((section) => ({
            id: section.id,
            name: section.title,
            isSelected: section.id === currentId,
            ...linkTo(history, sectionPath(section), close),
          })),
        },
      ]}
    />
  );
}
