/** The chunks that the build makes of dynamic imports, as the manifest lists them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly entries: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, object>>;
}

const BUILD = path.resolve(__dirname, '../../build/public');
const { entries, files } = JSON.parse(
  readFileSync(path.join(BUILD, 'manifest.json'), 'utf8')
) as Manifest;

// @spec 7/42: loads the Markdown of the banner as a separate chunk: core-markdown
it.each([
  ['the banner set in the settings', 'core-user_banner'],
  ['the Markdown of the banner', 'core-markdown'],
  ['the status page', 'core-status_app'],
  ['the full error text of a toast', 'core-error_toast'],
  ['the header', 'core-header'],
  ['the shared lists', 'ui_kit-list'],
  ['the shared forms', 'ui_kit-forms'],
  ['the shared dialogs', 'ui_kit-dialogs'],
  ['the shared page frames', 'ui_kit-base'],
])('loads %s as a separate chunk: %s', (_what, name) => {
  const chunks = Object.keys(files).filter((file) =>
    new RegExp(`^${name}\\.[0-9a-f]+\\.js$`).test(file)
  );
  expect(chunks).toHaveLength(1);
  expect(Object.values(entries).flat()).not.toContain(chunks[0]);
});
