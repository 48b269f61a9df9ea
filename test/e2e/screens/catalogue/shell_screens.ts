/** Screens of the shell itself. */
import { withCore } from '../../../helpers/core_access';
import { newestObject } from './management_screens';
import { heading, type Screen } from './screen';

const visitor = 'administrator';

export const SHELL_SCREENS: readonly Screen[] = [
  {
    name: 'status',
    visitor,
    path: '/status',
    complete: (page) => page.getByText('plugin:security@').waitFor(),
  },
  {
    name: 'status, not loaded',
    visitor,
    path: '/status',
    failing: /\/api\/status/,
    expectedProblems: /500/,
    complete: (page) => page.locator('[data-test-subj="toastCloseButton"]').waitFor(),
  },
  {
    name: 'application error',
    visitor,
    path: '/app/error',
    complete: heading('Application error'),
  },
  {
    name: 'address too long',
    visitor,
    path: '/app/error?errorType=urlOverflow',
    complete: heading(/The URL for this object is too long/),
  },
  {
    name: 'address outside of all apps',
    visitor,
    path: '/there-is-none',
    expectedProblems: /404/,
    complete: heading('Page not found'),
  },
  {
    name: 'unknown application',
    visitor,
    path: '/app/there-is-none',
    complete: heading('Application Not Found'),
  },
  {
    name: 'application without access',
    visitor: 'analyst',
    path: '/app/security',
    complete: heading('Application Not Found'),
  },
  {
    name: 'guides',
    visitor,
    path: '/app/guides',
    complete: (page) => page.getByRole('link', { name: 'Operate' }).waitFor(),
  },
  {
    name: 'guide',
    visitor,
    path: '/app/guides/guide/operate#tls',
    complete: heading('Operate'),
  },
  {
    name: 'unknown guide',
    visitor,
    path: '/app/guides/guide/there-is-none',
    expectedProblems: /404/,
    complete: heading('Guide not found'),
  },
  {
    name: 'fatal error',
    visitor,
    path: '/app/home',
    failing: /\/api\/core\/capabilities/,
    expectedProblems: /500|Internal Server Error/,
    complete: (page) => page.getByRole('button', { name: 'Clear your session' }).waitFor(),
  },
];

/** Overlays and flyouts, opened by the API that plugins use. */
export const OVERLAY_SCREENS: readonly Screen[] = [
  {
    name: 'navigation',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Toggle primary navigation' }).click();
      await page.getByRole('navigation', { name: 'Primary' }).waitFor();
    },
  },
  {
    name: 'navigation, docked',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await page.evaluate(() => localStorage.setItem('core.chrome.isLocked', 'true'));
      await page.reload();
      await page.getByRole('navigation', { name: 'Primary' }).waitFor();
      await page.evaluate(() => localStorage.removeItem('core.chrome.isLocked'));
    },
  },
  {
    name: 'help menu',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await newestObject(page);
      await withCore(page, ({ chrome }) =>
        chrome.setHelpExtension({
          appName: 'Example',
          links: [{ linkType: 'documentation', href: 'https://example.org/a-manual' }],
        })
      );
      await page.getByRole('button', { name: 'Help menu' }).click();
      await page.getByText('Ask the community').waitFor();
    },
  },
  {
    name: 'toasts, badge and breadcrumbs',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await newestObject(page);
      await withCore(page, ({ notifications: { toasts }, chrome }) => {
        const kept = { toastLifeTimeMs: 3_600_000 };
        chrome.setBadge({
          text: 'Read only',
          tooltip: 'Nothing can be saved',
          iconType: 'readOnly',
        });
        chrome.setBreadcrumbs(
          Array.from({ length: 6 }, (_, index) => ({
            text: `A level with a rather long name, number ${index}`,
            href: '#',
          }))
        );
        toasts.addSuccess({ title: 'Saved', text: 'The settings are in force.', ...kept });
        toasts.addWarning({ title: 'Not everything was found', text: 'Two are missing.', ...kept });
        toasts.addDanger({ title: 'Not saved', text: 'The server refused.', ...kept });
        toasts.addError(new Error('The server said no'), { title: 'Failed', ...kept });
      });
      await page.getByRole('button', { name: 'See the full error' }).waitFor();
    },
  },
  {
    name: 'full error',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await withCore(page, ({ notifications: { toasts } }) => {
        const error = new Error(`A long reason without spaces: ${'reason'.repeat(40)}`);
        toasts.addError(error, { title: 'The object could not be shown' });
      });
      await page.getByRole('button', { name: 'See the full error' }).click();
      await page.getByRole('dialog').waitFor();
      // In a low window the toast covers the dialog until it expires.
      await withCore(page, ({ notifications: { toasts } }) => {
        toasts
          .get$()
          .subscribe((all) => all.forEach(({ id }) => setTimeout(() => toasts.remove(id))));
      });
      await page.locator('[data-test-subj="errorToastMessage"]').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'banner',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await withCore(page, ({ overlays }) => {
        overlays.banners.add((element) => {
          element.textContent = `Maintenance tonight ${'and tomorrow '.repeat(12)}`;
          return () => element.replaceChildren();
        });
      });
      await page.getByText('Maintenance tonight').waitFor();
    },
  },
  {
    name: 'flyout',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await withCore(page, ({ overlays }) => {
        overlays.openFlyout((element) => {
          const title = document.createElement('h2');
          title.textContent = 'What a plugin shows beside its app. '.repeat(20);
          element.append(title);
          return () => element.replaceChildren();
        });
      });
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'question',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await withCore(page, ({ overlays }) => {
        void overlays.openConfirm('What was typed will be lost. '.repeat(6), {
          title: 'Really leave this page with its rather long name?',
          buttonColor: 'danger',
        });
      });
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
