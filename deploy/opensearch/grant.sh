#!/bin/sh
# Grants the server's user (kibanaserver) the permissions that docs/reference/backends.md lists, beyond those
# that the cluster ships. It can be repeated.
#
# OPENSEARCH_URL, OPENSEARCH_CA (PEM file), ADMIN_PASSWORD
set -eu

api="$OPENSEARCH_URL/_plugins/_security/api"

# Passes the password by standard input, because other users of the machine can read arguments.
put() {
  printf 'user = "admin:%s"\n' "$ADMIN_PASSWORD" |
    curl --config - --silent --show-error --fail-with-body --cacert "$OPENSEARCH_CA" \
      --retry 30 --retry-delay 2 --retry-all-errors --max-time 30 \
      --header 'content-type: application/json' --request PUT "$api/$1" --data "$2"
  echo
}

put roles/security_dashboards_server '{
  "description": "Sessions and history of Security Dashboards",
  "index_permissions": [
    { "index_patterns": [".security_dashboards*"], "allowed_actions": ["indices_all"] }
  ]
}'
put rolesmapping/security_dashboards_server '{ "users": ["kibanaserver"] }'
put rolesmapping/security_rest_api_access '{ "users": ["kibanaserver"] }'
