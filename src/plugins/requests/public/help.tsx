/** Help on the pages of the plugin. */
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

export const RequestsHelp = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="requests.help.changeRequests.1"
        defaultMessage={
          'A change request holds changes that are not saved yet: roles, role mappings, users, action groups and tenants together. Passwords are never part of it.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="requests.help.changeRequests.2"
        defaultMessage={
          'Whoever approves it makes the changes, with their own permissions and all checks of a save. Only what was shown is applied: if the request or an entry was changed in the meantime, nothing is.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="requests.help.changeRequests.3"
        defaultMessage={
          'The change history shows who approved a change and who requested it. Open requests expire after 30 days.'
        }
      />
    </p>
  </>
);

export const DriftHelp = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="requests.help.drift.1"
        defaultMessage={
          'The server reads the files in the folder regularly. It never pulls them: use your own Git tools for that.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="requests.help.drift.2"
        defaultMessage={
          'Putting back changes the configuration, with all checks of an import. Accepting changes only the files.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="requests.help.drift.3"
        defaultMessage={
          'Fields with variables are not compared. For passwords, the page only shows that they differ.'
        }
      />
    </p>
  </>
);
