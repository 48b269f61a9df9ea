/**
 * The German texts of the core, the shared screen components and the product's plugins, as the
 * server sends them to a page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '..', '..', 'src');
const PLUGINS = ['alarms', 'clusters', 'findings', 'home', 'management', 'requests', 'security'];
const OWNERS = ['core', 'ui_kit', ...PLUGINS.map((name) => `plugins/${name}`)];

export const germanTranslations = (): {
  readonly locale: string;
  readonly messages: Readonly<Record<string, string>>;
} => ({
  locale: 'de',
  messages: Object.assign(
    {},
    ...OWNERS.map(
      (owner) =>
        (
          JSON.parse(readFileSync(join(SRC, owner, 'translations', 'de.json'), 'utf8')) as {
            messages: Record<string, string>;
          }
        ).messages
    )
  ) as Record<string, string>,
});
