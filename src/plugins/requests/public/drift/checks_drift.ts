import type { Capabilities } from '@sd/contracts';

/** Whether the server compares this installation with a folder. */
export const checksDrift = ({ capabilities }: { readonly capabilities: Capabilities }): boolean =>
  capabilities['securityDrift']?.['configured'] === true;
