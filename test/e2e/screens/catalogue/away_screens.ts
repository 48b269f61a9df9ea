/** Screens while the cluster is unreachable, rejects the server or is not initialized. */
import { submitCredentials } from '../login';
import { heading, type Screen } from './screen';

/** The failure of the cluster. */
export type ClusterState = 'away' | 'refusing' | 'not set up';

const saying = (text: RegExp): Screen['complete'] => {
  const isThere = heading(/is not available right now$/);
  return async (page) => {
    await isThere(page);
    await page.getByText(text).waitFor();
    await page.getByRole('link', { name: 'Try again now' }).waitFor();
  };
};

/** An error page for users with a session; users without one see the login page. */
const failure = (name: string, text: RegExp): Screen => ({
  name,
  visitor: 'administrator',
  path: '/app/home',
  expectedProblems: /503/,
  complete: saying(text),
});

export const AWAY_SCREENS: Readonly<Record<ClusterState, readonly Screen[]>> = {
  away: [
    failure('cluster away', /can't reach the cluster/i),
    {
      name: 'login, cluster away',
      visitor: 'nobody',
      path: '/app/login',
      expectedProblems: /503/,
      complete: async (page) => {
        const alerts = page.getByRole('alert').filter({ hasText: /can't reach the cluster/i });
        await alerts.waitFor();
        await submitCredentials(page, 'admin', 'some-password');
        await alerts.nth(1).waitFor();
      },
    },
  ],
  refusing: [failure('cluster that refuses the server', /refused a request from this server/)],
  'not set up': [failure('cluster whose security is not set up', /hasn't loaded its security/)],
};
