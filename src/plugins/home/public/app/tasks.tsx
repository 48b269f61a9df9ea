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
    id: 'createUser',
    path: '/users/create',
    iconType: 'plusCircle',
    label: t('home.common.createUser', 'Create user'),
  },
  {
    id: 'findUser',
    path: '/users',
    iconType: 'user',
    label: t('home.tasks.findUser', 'Find user'),
  },
  {
    id: 'explain',
    path: '/explorer',
    iconType: 'inspect',
    label: t('home.tasks.explain', 'Check access'),
  },
  {
    id: 'events',
    path: '/auditEvents',
    iconType: 'list',
    label: t('home.tasks.events', 'Audit events'),
  },
];

export interface TasksProps {
  readonly core: CoreStart;
  readonly security: SecurityPluginStart;
}

export function Tasks({ core: { application }, security }: TasksProps): ReactElement | null {
  const hasApiAccess = useObservable(security.hasApiAccess$, false);
  const open = tasks().filter(({ path }) => security.mayOpenPage(path));
  if (!hasApiAccess || open.length === 0) return null;
  return (
    <Section title={t('home.tasks.title', 'Common tasks')} testSubject="homeTasks">
      <EuiFlexGroup gutterSize="s" wrap responsive={false} component="ul">
        {open.map(({ id, path, iconType, label }) => (
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
