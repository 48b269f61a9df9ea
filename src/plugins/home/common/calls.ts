/** Calls of the plugin: its server handles them, its browser part sends them. */
import { defineCall } from '@sd/contracts';
import { SETUP_RESPONSE } from './setup_status';

export const READ_SETUP = defineCall({
  method: 'GET',
  path: '/api/home/set_up',
  summary: 'State of the installation for the setup steps',
  access: 'admin',
  rights: 'each',
  responses: { 200: SETUP_RESPONSE },
});
