/** Help texts of the Security app, in a chunk that loads on demand. */
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import type { HelpTopic } from './help_topic';

const TEXTS: Readonly<Record<HelpTopic, readonly ReactNode[]>> = {
  start: [
    <FormattedMessage
      key="1"
      id="security.help.start.1"
      defaultMessage="Every request is first authenticated (who is it?) and then authorized (what may they do?). Authentication yields a user name and backend roles; role mappings turn both into roles; roles say what is permitted."
    />,
    <FormattedMessage
      key="2"
      id="security.help.start.2"
      defaultMessage="Start with the way people sign in, create roles for what groups of people do, and map users or backend roles to them. One person may have many roles; their permissions add up."
    />,
    <FormattedMessage
      key="3"
      id="security.help.start.3"
      defaultMessage="Changes apply with the next request. Purging the cache makes the backend look up every user anew, which is needed only when an external directory has changed."
    />,
  ],
  auth: [
    <FormattedMessage
      key="1"
      id="security.help.auth.1"
      defaultMessage="Authentication domains are tried in their order until one accepts the credentials. The first that challenges decides what a browser is asked for."
    />,
    <FormattedMessage
      key="2"
      id="security.help.auth.2"
      defaultMessage="Authorization domains add backend roles afterwards, for example the groups of a directory."
    />,
    <FormattedMessage
      key="3"
      id="security.help.auth.3"
      defaultMessage="This page shows what is set up. It is changed in the configuration of the backend, so that nobody locks everybody out with a click."
    />,
  ],
  roles: [
    <FormattedMessage
      key="1"
      id="security.help.roles.1"
      defaultMessage="A role is a set of permissions: for the cluster, for indices by patterns of their names, and for tenants. On indices it may also restrict which documents (document-level security) and which fields (field-level security) are seen, and mask values."
    />,
    <FormattedMessage
      key="2"
      id="security.help.roles.2"
      defaultMessage="A role does nothing until somebody has it: map users, backend roles or hosts to it on its page, under “Mapped users”."
    />,
    <FormattedMessage
      key="3"
      id="security.help.roles.3"
      defaultMessage="Reserved roles come with the product and cannot be changed. Duplicate one to make your own from it."
    />,
  ],
  users: [
    <FormattedMessage
      key="1"
      id="security.help.users.1"
      defaultMessage="Internal users have a name and a password kept by the backend. People from a directory or an identity provider are not listed here: they exist where they sign in."
    />,
    <FormattedMessage
      key="2"
      id="security.help.users.2"
      defaultMessage="Backend roles and attributes describe a user. Role mappings refer to backend roles; queries of document-level security may refer to attributes."
    />,
    <FormattedMessage
      key="3"
      id="security.help.users.3"
      defaultMessage="A password that nobody knows any more cannot be shown, only replaced: edit the user and set another one."
    />,
  ],
  permissions: [
    <FormattedMessage
      key="1"
      id="security.help.permissions.1"
      defaultMessage="A single permission names one kind of call, such as indices:data/read/search; a star stands for the rest of a name. What begins with cluster: is for cluster permissions, the others are for index permissions."
    />,
    <FormattedMessage
      key="2"
      id="security.help.permissions.2"
      defaultMessage="An action group gives a name to several of them and may hold other groups. Roles then name the group, and follow when the group changes."
    />,
  ],
  tenants: [
    <FormattedMessage
      key="1"
      id="security.help.tenants.1"
      defaultMessage="A tenant is a place for dashboards, visualizations, index patterns and settings. Everybody works in one tenant at a time and switches at the top of the page."
    />,
    <FormattedMessage
      key="2"
      id="security.help.tenants.2"
      defaultMessage="The global tenant is shared by all who have a permission in it; the private one is everybody’s own. Others are opened to people by the tenant permissions of roles: read, or read and write."
    />,
    <FormattedMessage
      key="3"
      id="security.help.tenants.3"
      defaultMessage="A tenant separates objects, not data: which indices somebody may read is said by index permissions."
    />,
  ],
  audit: [
    <FormattedMessage
      key="1"
      id="security.help.audit.1"
      defaultMessage="The general settings say which layers and categories are recorded and what an event holds. Switch off categories that you will never read: each recorded request costs time and room."
    />,
    <FormattedMessage
      key="2"
      id="security.help.audit.2"
      defaultMessage="Compliance records reading and writing itself: watched fields are a map of index patterns to lists of field patterns."
    />,
    <FormattedMessage
      key="3"
      id="security.help.audit.3"
      defaultMessage="Request bodies and headers may hold what is confidential; sensitive headers are left out unless you say otherwise."
    />,
  ],
  events: [
    <FormattedMessage
      key="1"
      id="security.help.events.1"
      defaultMessage="Each event has a category: somebody signed in or failed to, a right was granted or missing, a document or the configuration was changed. Which categories are recorded is said in the settings of audit logging."
    />,
    <FormattedMessage
      key="2"
      id="security.help.events.2"
      defaultMessage="Search looks at every word of an event: actions, paths and indices are found by it. Filters for user and address take whole names."
    />,
    <FormattedMessage
      key="3"
      id="security.help.events.3"
      defaultMessage="An export has what the filters mean, not only the page on screen, up to ten thousand events."
    />,
  ],
  files: [
    <FormattedMessage
      key="1"
      id="security.help.files.1"
      defaultMessage="The YAML files are those of a cluster’s config/opensearch-security folder. Kept under version control, they say who was allowed what at any time; brought to another installation, they make it the same."
    />,
    <FormattedMessage
      key="2"
      id="security.help.files.2"
      defaultMessage="Tables have a row for each entry and a column for each field. Cells that a spreadsheet would take for a formula begin with an apostrophe."
    />,
  ],
  history: [
    <FormattedMessage
      key="1"
      id="security.help.history.1"
      defaultMessage="The history keeps every change of the configuration with the state before and afterwards, without passwords and keys. It stands beside the audit log, which also says who signed in and who reached for what."
    />,
    <FormattedMessage
      key="2"
      id="security.help.history.2"
      defaultMessage="A former state is put into the form, where you look at it, change it perhaps, and save it. “Take back at once” does so without a form, also for entries that have none."
    />,
    <FormattedMessage
      key="3"
      id="security.help.history.3"
      defaultMessage="Taking back is a change as well, and is in the history."
    />,
  ],
  apiKeys: [
    <FormattedMessage
      key="1"
      id="security.help.apiKeys.1"
      defaultMessage="A key stands for its owner without a password. What the owner may not do at the moment of a call, the key may not do either; when the owner is suspended or deleted, it ends at once."
    />,
    <FormattedMessage
      key="2"
      id="security.help.apiKeys.2"
      defaultMessage="The key itself was shown once and is kept nowhere: neither this page nor a copy of the data folder tells it. A script that lost its key needs a new one."
    />,
  ],
  explorer: [
    <FormattedMessage
      key="1"
      id="security.help.explorer.1"
      defaultMessage="The explorer judges one action of one person as the backend would: with all roles, action groups, index patterns and restrictions. Somebody who is no internal user is judged by name and backend roles."
    />,
    <FormattedMessage
      key="2"
      id="security.help.explorer.2"
      defaultMessage="Of a denial it shows what nearly fits and the smallest changes that would allow it. Each was tried; opening one fills the form of the role or of its mapping, where you look at it before you save."
    />,
    <FormattedMessage
      key="3"
      id="security.help.explorer.3"
      defaultMessage="The embedded backend keeps no indices: patterns are judged by their names alone."
    />,
  ],
};

export const HelpTexts = ({ topic }: { readonly topic: HelpTopic }): ReactElement => (
  <>
    {TEXTS[topic].map((text, at) => (
      <p key={at}>{text}</p>
    ))}
  </>
);
