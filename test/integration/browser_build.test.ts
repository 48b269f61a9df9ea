/** What the build made of dynamic imports, as the server reads it. */
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

it.each([
  ['the banner of the settings', 'core-user_banner'],
  ['its Markdown', 'core-markdown'],
  ['the status page', 'core-status_app'],
  ['the full error of a toast', 'core-error_toast'],
  ['the header', 'core-header'],
  ['the lists of the kit, for all apps together', 'ui_kit-list'],
  ['its forms', 'ui_kit-forms'],
  ['its dialogs', 'ui_kit-dialogs'],
  ['its frames', 'ui_kit-base'],
])('loads %s as a chunk of its own: %s', (_what, name) => {
  const chunks = Object.keys(files).filter((file) =>
    new RegExp(`^${name}\\.[0-9a-f]+\\.js$`).test(file)
  );
  expect(chunks).toHaveLength(1);
  expect(Object.values(entries).flat()).not.toContain(chunks[0]);
});
