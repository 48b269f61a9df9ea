/** Loads what the user form needs. Source: reference security-plugin 1.7. */
import { EuiSkeletonText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { LoadError, NotFoundPrompt, PageHeader, usePage, useRead } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { duplicateName } from '../../../../common';
import { resourceKey } from '../../../services/query_keys';
import type { Versioned } from '../../../services/security_client';
import { useAdmin } from '../../../services/admin_context';
import type { EditAction } from '../../../services/edit_action';
import { USER_PAGES } from '../routing/paths';
import { UserForm } from './user_form';
import { emptyUserForm, userToForm } from './user_form_state';

export interface UserEditPageProps {
  readonly action: EditAction;
  /** The user to edit or duplicate. */
  readonly name?: string;
}

function titleOf(action: EditAction): string {
  switch (action) {
    case 'create':
      return i18n.translate('security.userEdit.create', { defaultMessage: 'Create internal user' });
    case 'edit':
      return i18n.translate('security.userEdit.edit', { defaultMessage: 'Edit internal user' });
    case 'duplicate':
      return i18n.translate('security.userEdit.duplicate', {
        defaultMessage: 'Duplicate internal user',
      });
  }
}

export function UserEditPage({ action, name }: UserEditPageProps): ReactElement {
  const { client } = useAdmin();
  const request = useRead(
    resourceKey('internalusers', 'form', name ?? ''),
    async (signal) => ({
      user: name === undefined ? undefined : await client.find('internalusers', name, signal),
    }),
    { isFresh: true }
  );
  // A version loaded in place of the first one, after a conflict.
  const [newer, setNewer] = useState<Versioned<'internalusers'>>();
  const title = titleOf(action);
  usePage([
    {
      text: i18n.translate('security.users.crumb', { defaultMessage: 'Internal users' }),
      path: USER_PAGES.list,
    },
    { text: title },
  ]);
  const { data } = request;
  if (data && name !== undefined && data.user === undefined) {
    return (
      <NotFoundPrompt
        title={
          <FormattedMessage id="security.userEdit.missingTitle" defaultMessage="User not found" />
        }
        body={
          <FormattedMessage
            id="security.userEdit.missingBody"
            defaultMessage="There is no internal user “{name}”. It may have been deleted."
            values={{ name }}
          />
        }
        linkPath={USER_PAGES.list}
        linkText={
          <FormattedMessage
            id="security.userEdit.missingLink"
            defaultMessage="Show all internal users"
          />
        }
      />
    );
  }
  const source = newer ?? data?.user;
  const initial =
    source && name !== undefined
      ? userToForm(action === 'duplicate' ? duplicateName(name) : name, source.entity)
      : emptyUserForm();
  return (
    <>
      <PageHeader
        title={title}
        description={
          <FormattedMessage
            id="security.userEdit.intro"
            defaultMessage="Internal users sign in with a name and a password kept here. What they may do comes from their roles: given to them directly below, or mapped to their name or backend roles."
          />
        }
      />
      {request.error !== undefined && <LoadError error={request.error} onRetry={request.reload} />}
      {data === undefined && request.isLoading && <EuiSkeletonText lines={8} />}
      {data && (
        <UserForm
          key={newer?.etag ?? 'first'}
          action={action}
          title={name === undefined ? title : `${title}: ${name}`}
          initial={initial}
          source={source}
          onLoadTheirs={setNewer}
        />
      )}
    </>
  );
}
