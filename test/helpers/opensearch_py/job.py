"""A real job done with opensearch-py, from an empty service to an empty service.

A team gets a role, a mapping, a tenant and two people; one of them signs in, changes the password and is looked at; then all of
it is taken away again. Ends with the first thing that is not as the client's users expect; prints what it did, a line each.

Usage: job.py URL USER PASSWORD
"""

import sys

from opensearchpy import NotFoundError, OpenSearch, TransportError

URL, USER, PASSWORD = sys.argv[1:4]
FIRST_PASSWORD = "Vintage-Tractor-42"
OWN_PASSWORD = "Copper-Kettle-Sings-7"


def connect(user, password):
    return OpenSearch(URL, http_auth=(user, password), max_retries=0)


def did(text):
    print(text, flush=True)


def expect(found, wanted, what):
    if found != wanted:
        sys.exit(f"{what}: expected {wanted!r}, found {found!r}")


def refused(status, call, what):
    try:
        call()
    except TransportError as error:
        expect(error.status_code, status, what)
    else:
        sys.exit(f"{what}: expected a refusal with {status}")


admin = connect(USER, PASSWORD)
expect(admin.ping(), True, "ping")
expect(admin.info()["version"]["distribution"], "opensearch", "distribution")
expect(admin.security.health()["status"], "UP", "health")
did("connected")

expect(
    admin.security.create_action_group(
        action_group="py_read",
        body={"allowed_actions": ["indices:data/read/search", "get"], "type": "index"},
    ),
    {"status": "CREATED", "message": "'py_read' created."},
    "create_action_group",
)
admin.security.create_tenant(tenant="py_team", body={"description": "Team of Python"})
admin.security.create_role(
    role="py_reader",
    body={
        "cluster_permissions": ["cluster_composite_ops_ro"],
        "index_permissions": [
            {
                "index_patterns": ["py-*"],
                "dls": '{"term":{"owner":"${user.name}"}}',
                "fls": ["~secret"],
                "masked_fields": ["card::/[0-9]/::x"],
                "allowed_actions": ["py_read"],
            }
        ],
        "tenant_permissions": [
            {"tenant_patterns": ["py_team"], "allowed_actions": ["kibana_all_read"]}
        ],
    },
)
admin.security.create_role_mapping(role="py_reader", body={"backend_roles": ["python"]})
for name in ("py.anna", "py bob/é"):
    admin.security.create_user(
        username=name,
        body={
            "password": FIRST_PASSWORD,
            "backend_roles": ["python"],
            "attributes": {"team": "py"},
        },
    )
did("created")

mapping = admin.security.get_role_mapping(role="py_reader")["py_reader"]
expect(mapping["backend_roles"], ["python"], "mapping")
expect("py bob/é" in admin.security.get_users(), True, "list of users")
expect("hash" in admin.security.get_user(username="py.anna")["py.anna"], True, "a user's shape")
did("read")

anna = connect("py.anna", FIRST_PASSWORD)
who = anna.security.authinfo()
expect(who["roles"], ["py_reader"], "roles of a person")
expect(who["tenants"]["py_team"], False, "a tenant that one may only read")
refused(403, anna.security.get_users, "a person reads users")
changed = anna.security.change_password(
    body={"current_password": FIRST_PASSWORD, "password": OWN_PASSWORD}
)
expect(changed["status"], "OK", "change_password")
refused(401, anna.security.get_account_details, "the former password")
details = connect("py.anna", OWN_PASSWORD).security.get_account_details()
expect(details["user_name"], "py.anna", "the new password")
did("a user logged in and changed the password")

admin.security.patch_role(
    role="py_reader",
    body=[{"op": "add", "path": "/index_permissions/0/index_patterns/-", "value": "more-*"}],
)
patterns = admin.security.get_role(role="py_reader")["py_reader"]["index_permissions"][0]
expect(patterns["index_patterns"], ["py-*", "more-*"], "patch_role")
admin.security.patch_users(
    body=[
        {"op": "replace", "path": "/py.anna/attributes", "value": {"team": "b"}},
        {"op": "remove", "path": "/py bob~1é"},
    ]
)
anna_now = admin.security.get_user(username="py.anna")["py.anna"]
expect(anna_now["attributes"], {"team": "b"}, "patch_users")
try:
    admin.security.get_user(username="py bob/é")
except NotFoundError as error:
    expect(error.status_code, 404, "a removed user")
else:
    sys.exit("a removed user is still there")
refused(
    400,
    lambda: admin.security.create_role(role="py_reader", body={"cluster_permission": []}),
    "a misspelt key",
)
did("changed")

admin.security.delete_user(username="py.anna")
admin.security.delete_role_mapping(role="py_reader")
admin.security.delete_role(role="py_reader")
admin.security.delete_tenant(tenant="py_team")
admin.security.delete_action_group(action_group="py_read")
for get, name in (
    (admin.security.get_users, "py.anna"),
    (admin.security.get_roles, "py_reader"),
    (admin.security.get_role_mappings, "py_reader"),
    (admin.security.get_tenants, "py_team"),
    (admin.security.get_action_groups, "py_read"),
):
    expect(name in get(), False, f"{name} after the end")
did("taken away")
