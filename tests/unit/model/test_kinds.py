from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.document import Role
from wellhead.model.kinds import DEFAULT_ROLES, TRUST, default_role, settled_role

KINDS = st.sampled_from([*DEFAULT_ROLES, "note", "web", "anything"])
CLAIMS = st.one_of(st.sampled_from([role.value for role in Role]), st.text(max_size=8))
GIVEN = st.one_of(st.none(), st.sampled_from(list(Role)))


@given(KINDS, CLAIMS, GIVEN)
def test_a_claim_never_raises_trust(kind, claimed, given_role):
    without = settled_role(kind, "", given_role)
    assert TRUST[settled_role(kind, claimed, given_role)] <= TRUST[without]


@given(KINDS, CLAIMS)
def test_own_words_are_given_by_the_person_only(kind, claimed):
    assert settled_role(kind, claimed, None) is not Role.OWN_NOTE
    assert settled_role("note", claimed, Role.RAW_SOURCE) is not Role.OWN_NOTE


@given(KINDS)
def test_a_kind_has_one_role(kind):
    assert settled_role(kind, "", None) is default_role(kind)


def test_every_role_has_its_trust():
    assert set(TRUST) == set(Role)
    assert max(TRUST, key=TRUST.__getitem__) is Role.OWN_NOTE
    assert min(TRUST, key=TRUST.__getitem__) is Role.SUMMARY


def test_a_folder_of_own_notes_keeps_the_roles_of_its_kinds():
    assert settled_role("note", "", Role.OWN_NOTE) is Role.OWN_NOTE
    assert settled_role("chat", "", Role.OWN_NOTE) is Role.CHAT
    assert settled_role("summary", "own_note", Role.OWN_NOTE) is Role.SUMMARY


def test_a_file_may_lower_itself():
    assert settled_role("note", "chat", Role.OWN_NOTE) is Role.CHAT
    assert settled_role("web", "excerpt", None) is Role.EXCERPT
    assert settled_role("web", "not a role", None) is Role.RAW_SOURCE
