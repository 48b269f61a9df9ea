/** The tabs of an entity's page: the app's own and those of plugins. */
import { EuiSkeletonText, EuiSpacer, EuiTab, EuiTabs } from '@elastic/eui';
import { useLink } from '@sd/ui_kit';
import { type ReactElement, Suspense } from 'react';
import { useEntityParts } from '../services/entity_parts';
import type { EntityPartProps, EntityTab } from '../types';
import { AddedPart } from './added_part';

const LOADING = <EuiSkeletonText lines={4} />;

type TabEntity = 'user' | 'role';

/** A tab of the app itself. */
export interface OwnTab {
  /** Value of the parameter `tab` in the address. */
  readonly path: string;
  readonly title: string;
  /** See `EntityTab`. */
  readonly order: number;
  readonly href: string;
  readonly content: ReactElement;
}

export interface EntityTabsProps<E extends TabEntity> {
  readonly entity: E;
  /** Those that are offered. */
  readonly own: readonly OwnTab[];
  /** Of the open tab. */
  readonly path: string;
  /** Shown instead of a tab that is not offered. */
  readonly fallback?: ReactElement | undefined;
  readonly hrefOf: (path: string) => string;
  /** For the tabs of plugins. */
  readonly props: EntityPartProps[E];
}

export function EntityTabs<E extends TabEntity>({
  entity,
  own,
  path,
  fallback,
  hrefOf,
  props,
}: EntityTabsProps<E>): ReactElement {
  const link = useLink();
  const added = (useEntityParts(entity) as ReadonlyArray<EntityTab<E>>).map((part) => ({
    path: part.path,
    title: part.title(),
    order: part.order,
    href: hrefOf(part.path),
    content: <AddedPart key={part.id} load={part.load} props={props} fallback={LOADING} />,
  }));
  const tabs = [...own, ...added].sort((one, other) => one.order - other.order);
  const open = tabs.find((tab) => tab.path === path);
  return (
    <>
      {/* In the narrowest windows the tabs wrap. */}
      <EuiTabs style={{ flexWrap: 'wrap' }}>
        {tabs.map((tab) => (
          <EuiTab key={tab.path} {...link(tab.href)} isSelected={tab === open}>
            {tab.title}
          </EuiTab>
        ))}
      </EuiTabs>
      <EuiSpacer size="m" />
      <Suspense fallback={LOADING}>{open ? open.content : fallback}</Suspense>
    </>
  );
}
