/** URLs of the documentation of the version in use, and of help; `branding.links` replaces them. */
import type { BrandLinks } from '../../common';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import { deepFreeze } from '../utils/deep_freeze';
import type { DocLinksStart } from './types';

const WEBSITE_URL = 'https://opensearch.org/';
const COMMUNITY_URL = 'https://forum.opensearch.org/';
const NEW_ISSUE_URL = 'https://github.com/opensearch-project/security-dashboards-plugin/issues/new';

export interface DocLinksDeps {
  readonly injectedMetadata: InjectedMetadataSetup;
}

export class DocLinksService {
  setup(): void {}

  start({ injectedMetadata }: DocLinksDeps): DocLinksStart {
    const version = docVersion(injectedMetadata.getBranch(), injectedMetadata.getVersion());
    const { website = WEBSITE_URL, ...configured } = injectedMetadata.getBranding().links ?? {};
    return Object.freeze({
      DOC_LINK_VERSION: version,
      OPENSEARCH_WEBSITE_URL: website,
      links: harmless(deepFreeze(linksFor(`${website}docs/${version}/`, configured))),
    });
  }
}

/**
 * `main` becomes `latest`. A branch other than `major.minor` is replaced by that of the version.
 */
export function docVersion(branch: string, version: string): string {
  if (branch === 'main') return 'latest';
  if (/^\d+\.\d+$/.test(branch)) return branch;
  return /^\d+\.\d+/.exec(version)?.[0] ?? 'latest';
}

const linksFor = (
  docs: string,
  { documentation, community, feedback, issues, administrators }: BrandLinks
): Record<string, Record<string, string>> => ({
  opensearchDashboards: {
    introduction: `${docs}dashboards/`,
    advancedSettings: `${docs}dashboards/management/advanced-settings/`,
    savedObjects: `${docs}dashboards/management/`,
  },
  security: {
    introduction: `${docs}security/`,
    configuration: `${docs}security/configuration/index/`,
    accessControl: `${docs}security/access-control/index/`,
    usersAndRoles: `${docs}security/access-control/users-roles/`,
    permissions: `${docs}security/access-control/permissions/`,
    defaultActionGroups: `${docs}security/access-control/default-action-groups/`,
    documentLevelSecurity: `${docs}security/access-control/document-level-security/`,
    fieldLevelSecurity: `${docs}security/access-control/field-level-security/`,
    fieldMasking: `${docs}security/access-control/field-masking/`,
    multiTenancy: `${docs}security/multi-tenancy/tenant-index/`,
    auditLogs: `${docs}security/audit-logs/index/`,
    backendConfiguration: `${docs}security/configuration/configuration/`,
    api: `${docs}security/access-control/api/`,
  },
  help: {
    documentation: documentation ?? docs,
    ask: community ?? COMMUNITY_URL,
    feedback: feedback ?? `${COMMUNITY_URL}c/feedback`,
    issues: issues ?? NEW_ISSUE_URL,
    administrators: administrators ?? '',
  },
});

const NO_LINKS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Returns empty groups for unknown keys: ported plugins read keys of other versions, which must not
 * throw.
 */
function harmless(links: DocLinksStart['links']): DocLinksStart['links'] {
  return new Proxy(links, {
    get: (target, group) =>
      typeof group === 'string' && !(group in target) ? NO_LINKS : Reflect.get(target, group),
  });
}
