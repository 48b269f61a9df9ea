/**
 * Server part of findings, guardrails and usage: what is wrong in the configuration, promises about
 * access, and what was used of it. The backend checks all of them, and keeps guardrails itself.
 */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import {
  FINDING_PATH,
  FINDINGS_PATH,
  GUARDRAIL_CREATE_PATH,
  GUARDRAIL_EDIT_PATH,
  GUARDRAILS_PATH,
} from '../common';
import type { FindingsConfig } from './config';
import { findingCause, findingsChecker } from './findings/checked_findings';
import { FindingRecords } from './findings/finding_records';
import { registerFindingRoutes } from './findings/routes';
import { createServerFindings } from './findings/server_findings';
import { registerGuardrailRoutes } from './guardrails/routes';
import type { FindingsPluginSetup, FindingsPluginStart, SetupDeps } from './types';
import { registerUsageRoutes } from './usage/routes';

/** Chunks of the pages in the browser. */
const PAGES = {
  [FINDINGS_PATH]: 'findings-findings_page',
  [FINDING_PATH]: 'findings-finding_page',
  [GUARDRAILS_PATH]: 'findings-guardrails_page',
  [GUARDRAIL_CREATE_PATH]: 'findings-guardrail_edit_page',
  [GUARDRAIL_EDIT_PATH]: 'findings-guardrail_edit_page',
};

export class FindingsPlugin implements Plugin<FindingsPluginSetup, FindingsPluginStart, SetupDeps> {
  constructor(private readonly context: PluginInitializerContext<FindingsConfig>) {}

  setup({ backend, http }: CoreSetup, { security }: SetupDeps): FindingsPluginSetup {
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const config = this.context.config.get();
    const logger = this.context.logger.get('routes');
    const { clusters } = backend;
    const { routeTools: tools } = security;
    const calls = security.engineCalls(http);
    const records = new FindingRecords(backend.documents('findings'));
    const checkFindings = findingsChecker({ config, http, backend, tools });
    security.explainImports(backend, (request, asked) =>
      findingCause(checkFindings, request, asked)
    );
    registerFindingRoutes({ ...calls, checkFindings, records, clusters, logger });
    registerGuardrailRoutes({ ...calls, clusters, tools });
    registerUsageRoutes({ ...calls, tools });
    for (const [path, page] of Object.entries(PAGES))
      security.adminPages.register({ path, imports: [page, 'security-parts'] });
    return {
      ofServer: (holder) => {
        if (holder?.internal !== backend.internal)
          throw new Error('Only a plugin with the privilege "backend" can use findings.');
        return createServerFindings({ config, backend, records });
      },
    };
  }

  start(): FindingsPluginStart {
    return {};
  }
}
