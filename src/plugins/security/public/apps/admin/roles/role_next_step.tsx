/**
 * Next steps for a role without users. For a duplicated role, offers the mapping of the original.
 */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSpacer,
} from '@elastic/eui';
import { MAPPING_CONDITIONS, type PatchOperation, type RoleMapping } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useLink, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { proposing } from '../../../services/prefilled_changes';
import { resourceKey } from '../../../services/query_keys';
import { useMayOpen } from '../../../services/rights';
import { ROLE_PAGES, USER_PAGES } from '../paths';
import { countHolders } from './role_data';

export interface RoleNextStepProps {
  readonly name: string;
  /** Role from which it was just duplicated. */
  readonly copiedFrom?: string;
}

export function RoleNextStep({ name, copiedFrom }: RoleNextStepProps): ReactElement {
  const link = useLink();
  const mayOpen = useMayOpen();
  const mayMap = mayOpen(ROLE_PAGES.mapUser(name));
  return (
    <>
      <EuiCallOut
        iconType="users"
        data-test-subj="role-next-step"
        title={t('security.roleNext.nobody', 'No one has this role yet')}
      >
        <EuiFlexGroup gutterSize="s" responsive={false} wrap>
          {mayMap && (
            <EuiFlexItem grow={false}>
              <EuiButton size="s" fill {...link(ROLE_PAGES.mapUser(name))}>
                {t('security.common.mapUsers', 'Map users')}
              </EuiButton>
            </EuiFlexItem>
          )}
          {mayOpen(USER_PAGES.createWithRole(name)) && (
            <EuiFlexItem grow={false}>
              <EuiButton size="s" {...link(USER_PAGES.createWithRole(name))}>
                {t('security.roleNext.createUser', 'Create user with this role')}
              </EuiButton>
            </EuiFlexItem>
          )}
          {mayMap && copiedFrom !== undefined && <OfOriginal name={name} original={copiedFrom} />}
        </EuiFlexGroup>
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

interface OfOriginalProps {
  readonly name: string;
  readonly original: string;
}

function OfOriginal({ name, original }: OfOriginalProps): ReactElement {
  const { entities, kit } = useAdmin();
  const { history } = kit.services;
  const link = useLink();
  const { data } = useServerQuery(resourceKey('roles', 'original', original), async (signal) => {
    const [mapping, holders] = await Promise.all([
      entities.find('rolesmapping', original, signal),
      countHolders(entities, original, signal),
    ]);
    return { mapping, holders };
  });
  const additions = toAdditions(data?.mapping?.entity);
  return (
    <>
      {additions.length > 0 && (
        <EuiFlexItem grow={false}>
          <EuiButton
            size="s"
            onClick={() => history.push(proposing(ROLE_PAGES.mapUser(name), additions))}
          >
            {t('security.roleNext.mapSame', 'Copy mapping from {original}', { original })}
          </EuiButton>
        </EuiFlexItem>
      )}
      {data && (
        <EuiFlexItem grow={false}>
          <EuiButtonEmpty size="s" flush="both" {...link(ROLE_PAGES.mappedUsers(original))}>
            {t(
              'security.roleNext.original',
              '{count, plural, =0 {No one has {original}} one {1 internal user has {original}} other {{count, number} internal users have {original}}}',
              { count: data.holders, original }
            )}
          </EuiButtonEmpty>
        </EuiFlexItem>
      )}
    </>
  );
}

const toAdditions = (mapping: RoleMapping | undefined): readonly PatchOperation[] =>
  MAPPING_CONDITIONS.flatMap((kind) =>
    (mapping?.[kind] ?? []).map((value) => ({ op: 'add' as const, path: `/${kind}/-`, value }))
  );
