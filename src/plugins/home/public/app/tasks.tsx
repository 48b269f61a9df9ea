/** Shortcuts to the most frequent tasks of administrators. */
import { EuiButton, EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import type { ReactElement } from 'react';
import { type CoreStart, t, useObservable } from '@sd/core/public';
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
    label: t('home.tasks.createUser', 'Create user'),
  },
  {
    ...{ id: 'createRole', path: '/roles/create', iconType: 'plusCircle' },
    label: t('home.tasks.createRole', 'Create role'),
  },
  {
    ...{ id: 'findUser', path: '/users', iconType: 'user' },
    label: t('home.tasks.findUser', 'Find user'),
  },
  {
    ...{ id: 'findRole', path: '/roles', iconType: 'lock' },
    label: t('home.tasks.findRole', 'Find role'),
  },
  {
    ...{ id: 'explain', path: '/explorer', iconType: 'inspect' },
    label: t('home.tasks.explain', 'Check access'),
  },
  {
    ...{ id: 'changes', path: '/history', iconType: 'clock' },
    label: t('home.tasks.changes', 'Who changed what'),
  },
  {
    ...{ id: 'files', path: '/configuration', iconType: 'download' },
    label: t('home.tasks.files', 'Export and import'),
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
    <Section title={t('home.tasks.title', 'Common tasks')} testSubject="homeTasks">
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
