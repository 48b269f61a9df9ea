#!/bin/sh
# Grants the server's user the permissions that docs/reference/backends.md lists. It can be repeated, and
# takes nothing from anybody else.
#
#   OPENSEARCH_URL=https://localhost:9200 OPENSEARCH_CA=root-ca.pem sh grant.sh [USER]
#
# USER              the server's user: a name, or the name in its certificate; default: kibanaserver
# OPENSEARCH_CA     PEM file; default: the authorities of the system
# DASHBOARDS_INDEX  index of saved objects; default: .kibana
# ADMIN_USER        an administrator of the cluster's security; default: admin
# ADMIN_PASSWORD    or ADMIN_PASSWORD_FILE, a file with it; asked for if neither is set
set -eu

if [ -n "${ADMIN_PASSWORD_FILE:-}" ]; then ADMIN_PASSWORD=$(cat "$ADMIN_PASSWORD_FILE"); fi
api="$OPENSEARCH_URL/_plugins/_security/api"
user=$(printf '%s' "${1:-kibanaserver}" | sed 's/[\\"]/\\&/g')
# A cluster that is starting rejects the right password. A mistyped password is reported immediately.
retries=30
if [ -z "${ADMIN_PASSWORD:-}" ]; then
  retries=0
  printf 'Password of %s: ' "${ADMIN_USER:-admin}" >&2
  stty -echo
  trap 'stty echo' EXIT
  read -r ADMIN_PASSWORD
  stty echo
  trap - EXIT
  echo >&2
fi
credentials=$(printf '%s:%s' "${ADMIN_USER:-admin}" "$ADMIN_PASSWORD" | sed 's/[\\"]/\\&/g')

# Passes the password by standard input, because other users of the machine can read arguments.
call() {
  method=$1 path=$2
  shift 2
  printf 'user = "%s"\n' "$credentials" |
    curl --config - --silent --show-error ${OPENSEARCH_CA:+--cacert "$OPENSEARCH_CA"} \
      --max-time 30 --header 'content-type: application/json' --request "$method" "$api/$path" "$@"
}

change() {
  call "$1" "$2" --fail-with-body --data "$3"
  echo
}

# Adds the user to the mapping of a role, and leaves everybody else in it.
map() {
  found=$(call GET "rolesmapping/$1")
  users=$(printf '%s' "$found" | sed -n 's/.*"users":\[\([^]]*\)\].*/\1/p')
  case "$found,$users," in
    *'"NOT_FOUND"'*) change PUT "rolesmapping/$1" "{\"users\":[\"$user\"]}" ;;
    *",\"$user\","*) echo "$user has the role $1." ;;
    # The API takes a list without entries for a missing one.
    *,,) change PATCH "rolesmapping/$1" "[{\"op\":\"add\",\"path\":\"/users\",\"value\":[\"$user\"]}]" ;;
    *) change PATCH "rolesmapping/$1" "[{\"op\":\"add\",\"path\":\"/users/-\",\"value\":\"$user\"}]" ;;
  esac
}

# The cluster asks for the tenant as well, unless the user is the one of its setting kibana.server_username.
objects=${DASHBOARDS_INDEX:-.kibana}
call PUT roles/security_dashboards_server --fail-with-body \
  --retry "$retries" --retry-delay 2 --retry-all-errors --data "{
  \"description\": \"What the server of Security Dashboards needs for itself\",
  \"cluster_permissions\": [
    \"cluster_composite_ops\", \"cluster_monitor\", \"indices:admin/index_template*\", \"indices:data/read/scroll*\"
  ],
  \"index_permissions\": [
    {
      \"index_patterns\": [\".security_dashboards*\", \"$objects\", \"${objects}_*\"],
      \"allowed_actions\": [\"indices_all\"]
    }
  ],
  \"tenant_permissions\": [
    { \"tenant_patterns\": [\"global_tenant\"], \"allowed_actions\": [\"kibana_all_write\"] }
  ]
}"
echo
map security_dashboards_server
map security_rest_api_access
