/** Help texts of home, in a chunk that loads on demand. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const HomeHelpTexts = (): ReactElement => (
  <>
    <p>
      {t(
        'home.help.1',
        'Home shows the tenant you work in and the objects saved in it. Switching tenants shows other objects and settings.'
      )}
    </p>
    <p>
      {t(
        'home.help.2',
        'Select a title to open the object in Management. Share creates a link that opens it in the same tenant.'
      )}
    </p>
    <p>
      {t(
        'home.help.3',
        'Users without administration also see what they can read and write, through which roles, and how to ask for more.'
      )}
    </p>
  </>
);
