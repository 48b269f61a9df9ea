/** Help texts of home, in a chunk that loads on demand. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const HomeHelpTexts = (): ReactElement => (
  <>
    <p>
      {t(
        'home.help.1',
        'Home shows the tenant you work in, the applications you may open, and what people saved in this tenant. A tenant is a space of its own: switching to another one shows other objects and settings.'
      )}
    </p>
    <p>
      {t(
        'home.help.2',
        'A title opens the object in Management; Share gives a link that leads others to it, into the same tenant.'
      )}
    </p>
  </>
);
