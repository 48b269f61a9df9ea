/** Help texts of Management, in a chunk that loads on demand. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const SettingsHelp = (): ReactElement => (
  <>
    <p>
      {t(
        'management.help.settings.1',
        'Settings belong to a tenant: whoever works in it sees them, and a change is there at once for the page that made it, and for others when they load a page.'
      )}
    </p>
    <p>
      {t(
        'management.help.settings.2',
        'Several changes are saved together. What the configuration file of the server sets cannot be changed here, and says so.'
      )}
    </p>
  </>
);

export const ObjectsHelp = (): ReactElement => (
  <>
    <p>
      {t(
        'management.help.objects.1',
        'Saved objects are what people made in the tenant you work in: dashboards, visualizations, searches, index patterns. Each has an address; Share gives a link that leads others into the same tenant, as far as their roles let them.'
      )}
    </p>
    <p>
      {t(
        'management.help.objects.2',
        'Export writes objects into a file, with what they refer to if you want it; import reads such a file and asks about objects that are there already. Copy to tenant does both in one step.'
      )}
    </p>
  </>
);
