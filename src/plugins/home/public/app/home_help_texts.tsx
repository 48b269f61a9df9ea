/** Help texts of home, in a chunk that loads on demand. */
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

export const HomeHelpTexts = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="home.help.1"
        defaultMessage="Home shows the tenant you work in, the applications you may open, and what people saved in this tenant. A tenant is a space of its own: switching to another one shows other objects and settings."
      />
    </p>
    <p>
      <FormattedMessage
        id="home.help.2"
        defaultMessage="A title opens the object in Management; Share gives a link that leads others to it, into the same tenant."
      />
    </p>
  </>
);
