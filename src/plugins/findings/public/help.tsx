/** Help on the pages of the plugin. */
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

export const FindingsHelp = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="findings.help.findings.1"
        defaultMessage={
          "Rules look for excessive access, entries that don't work or aren't used, and weak protection. Reserved and built-in entries are never reported."
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="findings.help.findings.2"
        defaultMessage={
          'Changes are prepared where possible; where a fix needs a decision, choose one. You see what it does and who gains or loses access before you make it.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="findings.help.findings.3"
        defaultMessage={
          'A finding you accept comes back on the day you choose. Until then, everyone can see who accepted it and why.'
        }
      />
    </p>
  </>
);

export const GuardrailsHelp = (): ReactElement => (
  <>
    <p>
      <FormattedMessage
        id="findings.help.guardrails.1"
        defaultMessage={
          'Each save, import, revert and rename is checked. A change that newly breaks a guardrail is refused or needs a reason. The message shows who would gain or lose access, and how.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="findings.help.guardrails.2"
        defaultMessage={
          "A guardrail that is already broken doesn't block other changes. Change the guardrail first if the access is intended."
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="findings.help.guardrails.3"
        defaultMessage={
          'Document queries and hidden fields are not considered: any role that can read documents in a matching index counts.'
        }
      />
    </p>
    <p>
      <FormattedMessage
        id="findings.help.guardrails.4"
        defaultMessage={
          "This installation stores a cluster's guardrails. A change made directly on the cluster isn't refused, but is reported as a finding."
        }
      />
    </p>
  </>
);
