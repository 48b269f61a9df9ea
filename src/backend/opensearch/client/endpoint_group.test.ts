import { endpointGroupOf } from './endpoint_group';

it.each([
  ['/', 'cluster'],
  ['/_nodes/_all/http', 'cluster'],
  ['/_cluster/health', 'cluster'],
  ['/_plugins/_security/api/roles/a', 'security_api'],
  ['/_opendistro/_security/api/roles', 'security_api'],
  ['/_plugins/_security/authinfo', 'security'],
  ['/.kibana_1/_search', 'search'],
  ['/_search/scroll', 'search'],
  ['/a,b*/_field_caps', 'search'],
  ['/_bulk', 'bulk'],
  ['/.kibana/_bulk', 'bulk'],
  ['/.kibana/_mget', 'get'],
  ['/.kibana/_doc/dashboard%3Aa', 'document'],
  ['/.kibana/_update/a', 'document'],
  ['/.kibana_1', 'index'],
  ['/.kibana/_alias', 'index'],
  ['/_index_template/x', 'index'],
  ['/a/b/c', 'other'],
  ['/_plugins/_ml/models', 'other'],
])('%s is of the group %s', (path, group) => {
  expect(endpointGroupOf(path)).toBe(group);
});
