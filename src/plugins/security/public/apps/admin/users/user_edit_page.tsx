/** Creates, edits or duplicates an internal user. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { EntityEditPage } from '../../../components/form/entity_edit_page';
import type { EditAction } from '../../../services/form_mode';
import { USER_PAGES } from '../paths';
import { NoSuchUser } from '../not_found';
import { UserForm } from './user_form';

export interface UserEditPageProps {
  readonly action: EditAction;
  /** User to edit or duplicate. */
  readonly name?: string;
}

const pageTitle = (action: EditAction, name = ''): string =>
  ({
    create: t('security.common.createUser', 'Create user'),
    edit: t('security.userEdit.edit', 'Edit user {name}', { name }),
    duplicate: t('security.common.duplicateUser', 'Duplicate user'),
  })[action];

export const UserEditPage = ({ action, name }: UserEditPageProps): ReactElement => (
  <EntityEditPage
    resource="internalusers"
    action={action}
    name={name}
    duplicatePath={USER_PAGES.duplicate(name ?? '')}
    title={pageTitle(action, name)}
    path={USER_PAGES.edit(name ?? '')}
    crumbs={[
      {
        text: t('security.common.users', 'Users'),
        path: USER_PAGES.list,
      },
    ]}
    description={t(
      'security.userEdit.intro',
      'Internal users log in with a username and password stored here. Their roles decide what they can do.'
    )}
    missing={<NoSuchUser name={name ?? ''} />}
  >
    {(input) => <UserForm {...input} />}
  </EntityEditPage>
);
