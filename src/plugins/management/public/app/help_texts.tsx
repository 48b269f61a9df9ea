/** Help texts of Management, in a chunk that loads on demand. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const SettingsHelp = (): ReactElement => (
  <>
    <p>
      {t(
        'management.help.settings.1',
        'Settings belong to the current tenant and apply to everyone in it. Others see a change the next time they load a page.'
      )}
    </p>
    <p>
      {t(
        'management.help.settings.2',
        'Changes are saved together. Settings fixed in the server configuration are marked as locked.'
      )}
    </p>
  </>
);

export const ObjectsHelp = (): ReactElement => (
  <>
    <p>
      {t(
        'management.help.objects.1',
        'Saved objects are the dashboards, visualizations, searches and index patterns of this tenant. Share creates a link that opens an object in the same tenant, for users with access.'
      )}
    </p>
    <p>
      {t(
        'management.help.objects.2',
        'Export writes objects to a file, with the objects they refer to if you want. Import reads such a file. Copy to tenant does both in one step.'
      )}
    </p>
  </>
);
