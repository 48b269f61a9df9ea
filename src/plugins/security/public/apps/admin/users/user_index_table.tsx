/**
 * Index patterns of a user with permissions, restrictions and their roles. Restricted rows expand
 * to the effective restrictions.
 */
import { EuiButtonEmpty, EuiSkeletonText, EuiText } from '@elastic/eui';
import { type AccessExplanation, type EffectiveRole } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import { WrappingText, DASH, LoadError, TruncatedList, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { EXPLAIN_ACCESS } from '../../../../common';
import {
  type IndexAccess,
  indexAccess,
  type RoleLimit,
} from '../../../components/access/merged_permissions';
import { EffectiveRestrictions } from '../../../components/access/effective_restrictions';
import { PagedTable } from '../../../components/paged_table';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { SECURITY_KEY } from '../../../services/query_keys';
import { fieldSecurityText } from '../roles/role_fields';

const SEARCH = 'indices:data/read/search';

export interface UserIndexTableProps {
  readonly name: string;
  readonly roles: readonly EffectiveRole[];
}

export function UserIndexTable({ name, roles }: UserIndexTableProps): ReactElement {
  const all = useMemo(() => [...indexAccess(roles)].sort(byRestriction), [roles]);
  const [showsSystem, setShowsSystem] = useState(false);
  const system = all.filter(isSystem);
  const isFolded = system.length > 0 && system.length < all.length;
  const rows = isFolded && !showsSystem ? all.filter((row) => !isSystem(row)) : all;
  const canExplain = useFeature('explain');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (pattern: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(pattern)) next.add(pattern);
      return next;
    });
  const expanded: Record<string, ReactNode> = {};
  for (const pattern of open) expanded[pattern] = <VisibleData user={name} pattern={pattern} />;
  return (
    <>
      <PagedTable<IndexAccess>
        caption={t('security.userIndices.caption', 'Index permissions of {name}', { name })}
        items={rows}
        idOf={({ pattern }) => pattern}
        expanded={expanded}
        columns={[
          {
            id: 'pattern',
            name: t('security.userIndices.pattern', 'Index pattern'),
            render: ({ pattern }) => <WrappingText text={pattern} />,
          },
          {
            id: 'permissions',
            name: t('security.userIndices.permissions', 'Permissions (granted by)'),
            render: ({ pattern, permissions }) => (
              <TruncatedList
                items={permissions.map(
                  ({ name: one, roles: from }) => `${one} (${from.join(', ')})`
                )}
                label={t('security.userIndices.permissionsOf', 'Permissions on {pattern}', {
                  pattern,
                })}
              />
            ),
          },
          {
            id: 'restrictions',
            name: t('security.userIndices.limits', 'Restrictions (set by)'),
            render: ({ pattern, limits }) => (
              // Stacked, because beside the list the button has no room for its label.
              <div>
                <TruncatedList
                  items={limits.flatMap(limitTexts)}
                  label={t('security.userIndices.limitsOf', 'Restrictions on {pattern}', {
                    pattern,
                  })}
                />
                {limits.length > 0 && canExplain && (
                  <EuiButtonEmpty
                    size="xs"
                    flush="left"
                    aria-expanded={open.has(pattern)}
                    onClick={() => toggle(pattern)}
                  >
                    {visibilityLabel(pattern)}
                  </EuiButtonEmpty>
                )}
              </div>
            ),
          },
        ]}
      />
      {isFolded && (
        <EuiButtonEmpty
          size="s"
          flush="left"
          aria-expanded={showsSystem}
          onClick={() => setShowsSystem(!showsSystem)}
        >
          {showsSystem
            ? t('security.userIndices.hideSystem', 'Hide system patterns')
            : t(
                'security.userIndices.showSystem',
                '{count, plural, one {# system pattern} other {# system patterns}}',
                { count: system.length }
              )}
        </EuiButtonEmpty>
      )}
    </>
  );
}

/** Patterns of indices that the product and plugins use for themselves. */
const isSystem = ({ pattern, limits }: IndexAccess): boolean =>
  limits.length === 0 && /^[.%]/.test(pattern);

/** Restricted patterns first; a stable sort keeps the rest in order. */
const byRestriction = (one: IndexAccess, other: IndexAccess): number =>
  Number(other.limits.length > 0) - Number(one.limits.length > 0);

const visibilityLabel = (pattern: string): string =>
  t('security.userIndices.seen', 'Preview data in {pattern}', { pattern });

function limitTexts({ role, dls, fls, masked }: RoleLimit): readonly string[] {
  const values = { role, masked: masked.join(', '), fields: fieldSecurityText([...fls]) ?? DASH };
  return [
    ...(dls === undefined
      ? []
      : [t('security.userIndices.dls', 'Documents: query ({role})', values)]),
    ...(fls.length === 0 ? [] : [t('security.userIndices.fls', '{fields} ({role})', values)]),
    ...(masked.length === 0
      ? []
      : [t('security.userIndices.masked', 'Anonymized: {masked} ({role})', values)]),
  ];
}

/** Loaded on demand, because it evaluates all roles together. */
function VisibleData({
  user,
  pattern,
}: {
  readonly user: string;
  readonly pattern: string;
}): ReactElement {
  const { http } = useAdmin().core;
  const { data, error, reload } = useServerQuery(
    [...SECURITY_KEY, 'seen', user, pattern],
    (signal) =>
      send(http, EXPLAIN_ACCESS, {
        body: { user, action: SEARCH, index: [pattern] },
        signal,
      }) as Promise<AccessExplanation>
  );
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />;
  if (!data) return <EuiSkeletonText lines={2} />;
  if (data.restrictions.length === 0)
    return (
      <EuiText size="s">
        <p>
          {t('security.userIndices.unread', "No data: {pattern} can't be searched.", { pattern })}
        </p>
      </EuiText>
    );
  return (
    <div>
      {data.restrictions.map((part) => (
        <EffectiveRestrictions key={part.index} {...part} />
      ))}
    </div>
  );
}
