/** Shortcuts to the most frequent tasks of administrators. */
import { EuiButton, EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n, useObservable, type CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../security/public';
import { appLinkProps } from './app_link';
import { Section } from './section';

/** Id of the security plugin's admin app. Bookmarks contain it: `/app/security`. */
const SECURITY_APP_ID = 'security';

interface Task {
  readonly id: string;
  /** Path within the app. */
  readonly path: string;
  readonly iconType: string;
  readonly label: string;
}

const tasks = (): readonly Task[] => [
  {
    ...{ id: 'createUser', path: '/users/create', iconType: 'plusCircle' },
    label: i18n.translate('home.tasks.createUser', { defaultMessage: 'Create user' }),
  },
  {
    ...{ id: 'createRole', path: '/roles/create', iconType: 'plusCircle' },
    label: i18n.translate('home.tasks.createRole', { defaultMessage: 'Create role' }),
  },
  {
    ...{ id: 'findUser', path: '/users', iconType: 'user' },
    label: i18n.translate('home.tasks.findUser', { defaultMessage: 'Find user' }),
  },
  {
    ...{ id: 'findRole', path: '/roles', iconType: 'lock' },
    label: i18n.translate('home.tasks.findRole', { defaultMessage: 'Find role' }),
  },
  {
    ...{ id: 'explain', path: '/explorer', iconType: 'inspect' },
    label: i18n.translate('home.tasks.explain', { defaultMessage: 'Explain access' }),
  },
  {
    ...{ id: 'changes', path: '/history', iconType: 'clock' },
    label: i18n.translate('home.tasks.changes', { defaultMessage: 'Who changed what' }),
  },
  {
    ...{ id: 'files', path: '/configuration', iconType: 'download' },
    label: i18n.translate('home.tasks.files', { defaultMessage: 'Export and import' }),
  },
];

export interface TasksProps {
  readonly core: CoreStart;
  readonly security: SecurityPluginStart;
}

export function Tasks({ core: { application }, security }: TasksProps): ReactElement | null {
  const hasApiAccess = useObservable(security.hasApiAccess$, false);
  if (!hasApiAccess) return null;
  return (
    <Section
      title={<FormattedMessage id="home.tasks.title" defaultMessage="Common tasks" />}
      testSubject="homeTasks"
    >
      <EuiFlexGroup gutterSize="s" wrap responsive={false} component="ul">
        {tasks().map(({ id, path, iconType, label }) => (
          <EuiFlexItem key={id} grow={false} component="li" style={{ maxWidth: '100%' }}>
            <EuiButton
              {...appLinkProps(application, SECURITY_APP_ID, path)}
              size="s"
              iconType={iconType}
              data-test-subj={`homeTask-${id}`}
            >
              {label}
            </EuiButton>
          </EuiFlexItem>
        ))}
      </EuiFlexGroup>
    </Section>
  );
}
