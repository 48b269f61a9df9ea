/** Help texts of the Security app, in a chunk that loads on demand. */
import { FormattedMessage } from '@sd/core/public';
import type { ComponentType, ReactNode } from 'react';

const TEXTS = {
  start: [
    <FormattedMessage
      key="1"
      id="security.help.start.1"
      defaultMessage={
        'Every request is first authenticated (who is it?) and then authorized (what is allowed?). Authentication yields a username and backend roles. Role mappings turn these into roles, and roles grant permissions.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.start.2"
      defaultMessage={
        'First decide how people log in. Then create roles for what groups of people do, and map users or backend roles to them. Users can have several roles; their permissions add up.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.start.3"
      defaultMessage={
        'Changes apply from the next request. Purging the cache is only needed after a change in an external directory.'
      }
    />,
  ],
  auth: [
    <FormattedMessage
      key="1"
      id="security.help.auth.1"
      defaultMessage={
        'Authentication domains are tried in order until one accepts the credentials. The first domain with a challenge decides what browsers are asked for.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.auth.2"
      defaultMessage={'Authorization domains then add backend roles, for example directory groups.'}
    />,
    <FormattedMessage
      key="3"
      id="security.help.auth.3"
      defaultMessage={
        'Authentication settings are read-only unless the server allows changes. A change that would lock you out is refused.'
      }
    />,
  ],
  roles: [
    <FormattedMessage
      key="1"
      id="security.help.roles.1"
      defaultMessage={
        'A role grants permissions on the cluster, on indices by name pattern, and on tenants. For indices it can also restrict which documents (document-level security) and fields (field-level security) are visible, and anonymize values.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.roles.2"
      defaultMessage={
        'A role has no effect until someone has it. Map users, backend roles or hosts to it under “Mapped users”.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.roles.3"
      defaultMessage={
        "Reserved roles are built in and can't be changed. Duplicate one to customize it."
      }
    />,
    <FormattedMessage
      key="4"
      id="security.help.roles.4"
      defaultMessage={
        'Usage compares a role with audit events: it shows what its holders used, proposes a smaller role, and replays the events against it before you save.'
      }
    />,
  ],
  users: [
    <FormattedMessage
      key="1"
      id="security.help.users.1"
      defaultMessage={
        'Internal users are stored here with a password. Users of a directory or identity provider are not listed.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.users.2"
      defaultMessage={
        'Role mappings refer to backend roles. Queries for document-level security can refer to attributes.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.users.3"
      defaultMessage={
        "A forgotten password can't be shown, only replaced: edit the user and set a new one."
      }
    />,
    <FormattedMessage
      key="4"
      id="security.help.users.4"
      defaultMessage={
        'Usage compares the roles of a user with audit events: it shows what they did, which role allowed it, and which roles they never used.'
      }
    />,
  ],
  permissions: [
    <FormattedMessage
      key="1"
      id="security.help.permissions.1"
      defaultMessage={
        'A single permission names one kind of request, such as indices:data/read/search; * matches the rest of a name. Names that start with cluster: are cluster permissions, the others are index permissions.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.permissions.2"
      defaultMessage={
        'An action group is a named set of permissions and can include other groups. Roles that use it follow its changes.'
      }
    />,
  ],
  tenants: [
    <FormattedMessage
      key="1"
      id="security.help.tenants.1"
      defaultMessage={
        'A tenant holds dashboards, visualizations, index patterns and settings. You work in one tenant at a time and switch at the top of the page.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.tenants.2"
      defaultMessage={
        'The global tenant is shared by all users who have permission for it. A private tenant belongs to one user. The tenant permissions of roles open other tenants: read only, or read and write.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.tenants.3"
      defaultMessage={
        'Tenants separate saved objects, not data. Index permissions decide which indices someone can read.'
      }
    />,
  ],
  audit: [
    <FormattedMessage
      key="1"
      id="security.help.audit.1"
      defaultMessage={
        "The general settings decide which layers and categories are recorded and what an event contains. Turn off categories you don't need: each recorded request costs time and space."
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.audit.2"
      defaultMessage={
        'Compliance logging records reads and writes of documents. Watched fields map index patterns to field patterns.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.audit.3"
      defaultMessage={
        'Request bodies and headers can contain confidential data. Sensitive headers are left out unless you include them.'
      }
    />,
  ],
  events: [
    <FormattedMessage
      key="1"
      id="security.help.events.1"
      defaultMessage={
        'Each event has a category, such as a successful or failed login, granted or missing privileges, or a changed document or configuration. The audit logging settings decide which categories are recorded.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.events.2"
      defaultMessage={
        'Search covers every word of an event, including actions, paths and indices. The user and address filters need the whole name.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.events.3"
      defaultMessage={
        'An export contains all events that match the filters, not only this page, up to 10,000.'
      }
    />,
  ],
  files: [
    <FormattedMessage
      key="1"
      id="security.help.files.1"
      defaultMessage={
        "The YAML files are the same as in a cluster's config/opensearch-security folder. Keep them under version control, or use them to copy the configuration to another installation."
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.files.2"
      defaultMessage={
        'CSV tables have one row per entry and one column per field. Cells that a spreadsheet would read as a formula start with an apostrophe.'
      }
    />,
  ],
  history: [
    <FormattedMessage
      key="1"
      id="security.help.history.1"
      defaultMessage={
        'The history records every change to the configuration with the values before and after, without passwords and keys. Audit events also show who logged in and what was accessed.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.history.2"
      defaultMessage={
        '“Restore in form” puts an earlier version in the form, where you can review, change and save it. “Revert” does it in one step, also for entries without a form.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.history.3"
      defaultMessage={'A revert is recorded as a change, too.'}
    />,
  ],
  apiKeys: [
    <FormattedMessage
      key="1"
      id="security.help.apiKeys.1"
      defaultMessage={
        'An API key works without a password and never has more permissions than its owner has at that moment. It stops working when the owner is suspended or deleted.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.apiKeys.2"
      defaultMessage={
        'The key itself is shown only once and never stored. If a script loses its key, create a new one.'
      }
    />,
  ],
  explorer: [
    <FormattedMessage
      key="1"
      id="security.help.explorer.1"
      defaultMessage={
        'The access explorer checks one action as the backend would: with all roles, action groups, index patterns and restrictions. External users are checked by name and backend roles.'
      }
    />,
    <FormattedMessage
      key="2"
      id="security.help.explorer.2"
      defaultMessage={
        'If access is denied, it shows close matches and the smallest changes that would allow it. Each suggestion has been tested; it opens in a form, where you review and save it.'
      }
    />,
    <FormattedMessage
      key="3"
      id="security.help.explorer.3"
      defaultMessage={'The embedded backend has no indices: patterns are compared by name only.'}
    />,
  ],
} satisfies Readonly<Record<string, readonly ReactNode[]>>;

export type HelpTopic = keyof typeof TEXTS;

/** The texts of a topic, one paragraph each. */
export const helpTexts = (topic: HelpTopic): ComponentType =>
  function HelpTexts() {
    return (
      <>
        {TEXTS[topic].map((text, at) => (
          <p key={at}>{text}</p>
        ))}
      </>
    );
  };
