/** Plain verbs for the actions that are asked about most. */
import { t } from '@sd/core/public';

/** The first one is chosen at first. */
export const actionVerbs = (): ReadonlyArray<{ readonly value: string; readonly text: string }> => [
  { value: READ, text: t('security.common.readDocuments', 'read documents') },
  {
    value: 'indices:data/write/index',
    text: t('security.common.writeDocuments', 'write documents'),
  },
  {
    value: 'indices:data/write/delete',
    text: t('security.common.deleteDocuments', 'delete documents'),
  },
  { value: 'indices:admin/create', text: t('security.explorer.verb.create', 'create an index') },
  { value: 'indices:admin/delete', text: t('security.explorer.verb.remove', 'delete the index') },
  {
    value: 'indices:admin/settings/update',
    text: t('security.explorer.verb.manage', 'change settings'),
  },
  {
    value: 'cluster:monitor/health',
    text: t('security.explorer.verb.health', 'see cluster health'),
  },
];

export const READ = 'indices:data/read/search';

export const verbText = (action: string): string =>
  actionVerbs().find(({ value }) => value === action)?.text ?? action;
