/** Help on the pages of the plugin. */
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

export const CompareHelp = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="clusters.help.compare.1"
        defaultMessage={
          'The list shows what only one side has and what differs, field by field. Passwords are not compared.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="clusters.help.compare.2"
        defaultMessage={
          'A promotion starts with a plan: what changes on the target, who gains or loses access, and what is missing there. Nothing changes before you confirm it.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="clusters.help.compare.3"
        defaultMessage={'You can undo a promotion in one step, also later from the change history.'}
      />
    </p>
  </>
);

export const ClustersHelp = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="clusters.help.clusters.1"
        defaultMessage={
          'Each cluster keeps its own users, roles and history. You work on one at a time: choose it above the navigation.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="clusters.help.clusters.2"
        defaultMessage={
          "Requests use your own credentials, entered once per session, unless an administrator stored shared ones. A cluster that doesn't respond doesn't slow down the others."
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="clusters.help.clusters.3"
        defaultMessage={
          'Removing a connection deletes the credentials that are stored here for it. Nothing changes on the cluster.'
        }
      />
    </p>
  </>
);
