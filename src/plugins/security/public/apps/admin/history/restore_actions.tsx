/**
 * Restore and revert actions of a change. Entities with a form are restored unsaved for review; any
 * change can be reverted, with everything that the same request changed, after its impact is shown.
 */
import { EuiButton } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { stringifyQueryParams, t } from '@sd/core/public';
import { Actions, useLink } from '@sd/ui_kit';
import type { HistoryDetails, HistoryTypeName } from '../../../../common';
import type { RestoredState } from '../../../components/form/restored';
import { type EntityPages, GROUP_PAGES, ROLE_PAGES, TENANT_PAGES, USER_PAGES } from '../paths';
import { useAdmin } from '../../../services/admin_context';
import { rightToChange, useMay, useMayOpen } from '../../../services/rights';
import { RevertDialog } from './revert_dialog';

/** Paths of the forms that can show a recorded state. */
const PAGES: Partial<Record<HistoryTypeName, EntityPages>> = {
  roles: ROLE_PAGES,
  internalusers: USER_PAGES,
  actiongroups: GROUP_PAGES,
  tenants: TENANT_PAGES,
};

/**
 * @returns `undefined` if there is no form or no state; a deleted entity opens in the create form
 */
function restorePath(change: HistoryDetails, state: RestoredState): string | undefined {
  const { id, type, name } = change;
  const pages = PAGES[type];
  if (change[state] === undefined) return undefined;
  const query = `?${stringifyQueryParams({ restore: String(id), state })}`;
  if (type === 'rolesmapping') return `${ROLE_PAGES.mapUser(name)}${query}`;
  if (!pages) return undefined;
  return `${change.current_version === null ? pages.create : pages.edit(name)}${query}`;
}

export function RestoreActions({
  change,
}: {
  readonly change: HistoryDetails;
}): ReactElement | null {
  const link = useLink();
  const may = useMay();
  const mayOpen = useMayOpen();
  if (change.type === 'connections') return <ConnectionButton change={change} />;
  const isRename = change.renamed_from !== undefined;
  // A part of a rename is reverted with the whole; one whose entry is gone cannot be renamed back.
  if (change.via === 'rename' || (isRename && change.current_version === null)) return null;
  const pathTo = (state: RestoredState): string | undefined => {
    const path = isRename ? undefined : restorePath(change, state);
    return path !== undefined && mayOpen(path) ? path : undefined;
  };
  const before = pathTo('before');
  // The current state needs no restoring.
  const after = change.is_latest ? undefined : pathTo('after');
  return (
    <Actions>
      {may(
        [change, ...change.together].map(({ type, action }) =>
          rightToChange(type, action === 'create')
        )
      ) && <RevertButton change={change} />}
      {after !== undefined && (
        <EuiButton {...link(after)}>
          {t('security.change.restoreAfter', 'Restore this version in form')}
        </EuiButton>
      )}
      {before !== undefined && (
        <EuiButton fill {...link(before)}>
          {t('security.change.restoreBefore', 'Restore in form')}
        </EuiButton>
      )}
    </Actions>
  );
}

/** A connection is not reverted, because the history has none of its secrets. */
function ConnectionButton({ change }: { readonly change: HistoryDetails }): ReactElement | null {
  const link = useLink();
  const may = useMay();
  const page = useAdmin().addedPages.find(({ edits }) => edits === change.type);
  if (change.after === undefined || !page || !may(page.needs ?? [])) return null;
  return (
    <EuiButton {...link(page.path.replace(':name', encodeURIComponent(change.name)))}>
      {t('security.clustersPage.edit', 'Edit connection')}
    </EuiButton>
  );
}

/** Reverts the change with everything that the same request changed. */
function RevertButton({ change }: { readonly change: HistoryDetails }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const count = change.together.length + 1;
  return (
    <>
      <EuiButton iconType="undo" onClick={() => setIsOpen(true)}>
        {count > 1
          ? t('security.together.revert', 'Revert all {count, number} changes…', { count })
          : t('security.change.revert', 'Revert…')}
      </EuiButton>
      {isOpen && <RevertDialog change={change} onClose={() => setIsOpen(false)} />}
    </>
  );
}
