"""Why an action is refused: every code of the game, its rule and the facts that come with it.

:data:`CODES` is the list for whoever writes the texts: code -> (rule, names of the facts). Spaces, tiles,
advantages and sides in facts are ids; a fact whose name ends in ``s`` and may name several things is a list
of ids. ``nearest`` of a refusal holds legal actions that come close.

The kernel refuses by codes of its own: ``not_now``, ``not_your_turn``, ``unknown_op``, ``malformed``,
``unknown_seat``, ``match_over``; and ``no_such_option`` where an unfinished action has no legal ending.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Fact, Refusal

CODES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    # names that do not exist or do not fit
    "unknown_space": ("3.2", ("space",)),
    "unknown_advantage": ("8.0", ("advantage",)),
    "unknown_tile": ("3.3", ("tile",)),
    "wrong_space": ("3.2", ("space", "type", "wanted")),  # type, wanted: political, market, fort, naval ...
    "not_in_play": ("3.2.1", ("space", "era")),  # era: from which on; "" for USA spaces without a USA flag
    # 4.1.6, 4.1.7: cards; hand, cards: numbers of Events; eligible, face_down: ids of ministries that could be named
    "not_in_hand": ("4.1.6", ("cards", "hand")),
    "wrong_number_of_cards": ("4.1.6", ("given", "needed", "hand")),
    "wrong_number_of_ministries": ("4.1.7", ("given", "needed", "eligible")),
    "ministry_not_eligible": ("3.5.1", ("ministries", "eligible")),
    "not_face_down": ("4.1.7", ("ministries", "face_down")),
    "unequal_replacement": ("4.1.7", ("given", "needed", "face_down", "eligible")),  # given: in, needed: out
    "no_jacobite_slot": ("7.3", ("victories",)),  # victory markers so far
    "ministry_twice": ("7.3", ("ministry",)),
    # 3.5: ministries; ministries: ids of cards of the side
    "unknown_ministry": ("3.5", ("ministry",)),
    "ministry_not_held": ("3.5", ("ministry", "ministries")),
    "already_face_up": ("3.5", ("ministry",)),
    "no_voluntary_reveal": ("3.5", ("ministry",)),  # the campaign turns cards up only by using them
    "reveal_unused": ("3.5", ("ministries",)),  # the action makes no use of them
    "no_such_ability": ("3.5.2", ("ministry", "ability", "abilities")),  # abilities: how many it has
    # how: automatic, scoring, end_of_turn, reveal (with the purchase), free_debt, via (of play_event), advantage
    "ability_by_itself": ("3.5.2", ("ministry", "ability", "how")),
    "ability_exhausted": ("3.5.2", ("ministry", "ability")),
    "ability_needs_tile": ("5.1", ("ministry", "ability")),
    "ability_too_late": ("3.5.2", ("ministry", "ability")),  # only when the tile has just been taken
    "ability_needs_action": ("3.5.4", ("ministry", "ability", "type")),  # no such action of the tile is open
    "ability_needs_space": ("3.5.2", ("ministry", "ability", "spaces")),  # one of these must be held
    "ability_no_effect": ("3.5.2", ("ministry", "ability")),
    "ability_argument": ("3.5.2", ("ministry", "ability", "wanted")),  # wanted: space, result, card, commodity
    "ability_target": ("3.5.2", ("ministry", "ability", "space", "targets")),
    "ability_other_round": ("3.5.2", ("ministry", "ability")),  # M-4: the other ability was used in this round
    "ability_nothing_to_pay": ("3.5.2", ("ministry", "ability")),
    "no_event_to_draw": ("3.5.2", ("ministry",)),
    "unknown_commodity": ("3.5.2", ("commodity", "commodities")),
    "no_huguenots": ("3.5.2", ("space", "spaces")),  # spaces: where unused markers lie
    "huguenots_elsewhere": ("3.5.2", ("space", "region")),  # the marker works in its region only, on markets
    "no_free_debt": ("3.5.2", ("free_debt", "left")),  # left: debt that M-17 still ignores; 0 without the card
    "free_debt_economic": ("3.5.2", ("type",)),
    "europe_only": ("3.5.4", ("ministry", "space")),  # M-22: this Major Action cannot leave Europe any more
    "no_power": ("4.1.11", ("ministry",)),  # nothing of this card can be used at the end of the turn
    "passed_after_ministry": ("5.1", ()),
    # 5.1, 5.3: the tile and the round
    "tile_not_available": ("5.1", ("tile", "tiles")),  # tiles: kinds that are there
    "tile_first": ("8.2", ("advantage",)),
    "too_late_to_pass": ("5.1", ()),
    # 5.3.1, 5.3.2: which action pays
    "wrong_type": ("5.3.1", ("type", "tile", "major", "minor")),  # major, minor: types of the tile
    "major_over": ("5.3", ("type",)),  # ended because another action was begun
    "minor_spent": ("5.3.2", ("type",)),
    "wrong_kind": ("5.3.2", ("type", "kind", "other")),  # other: the kind that can pay
    "kind_needed": ("5.3.2", ("type",)),  # major and minor could pay: say which
    "minor_cannot_remove": ("5.3.2", ("space",)),
    # 5.3.2, 6.1, 6.3, 9.1: payment
    "not_enough_points": ("5.3.2", ("cost", "points", "debt", "trp", "missing", "available_debt", "treaty_points")),
    "overpaid": ("6.1", ("cost", "debt", "trp")),
    "negative_payment": ("6.1", ("debt", "trp")),
    "debt_limit": ("6.3", ("debt", "available_debt", "debt_limit")),
    "not_enough_treaty_points": ("9.1", ("trp", "treaty_points")),
    "nothing_to_pay": ("8.2", ("advantage",)),  # payment given for an advantage that is free
    # 5.2: events. card: number; restricted: points with a condition
    "restricted_needed": (
        "5.2",
        ("cost", "restricted", "debt", "trp"),
    ),  # only points with a condition can open this action
    "restricted_points": ("5.2", ("restricted", "fitting")),  # fitting: how many can be used here
    "restricted_elsewhere": ("5.2", ("type", "rules")),  # the points of this type have a condition that does not fit
    "event_not_in_hand": ("5.2", ("card", "hand")),
    "no_event_symbol": ("5.2", ("card", "tile")),
    "event_wrong_type": ("3.4.4", ("card", "type", "tile", "major")),  # type: what the card asks of the Major Action
    "event_too_late": ("5.2", ("card",)),  # the tile was used already, or an event was played
    # condition: keyword, available_debt_lead, bonus_tiles_lead, more_of, advantage, "" (the card has no bonus);
    # wanted: the keyword, the lead, the spaces, the advantage; has: what the side has of it
    "event_without_bonus": ("3.4.3", ("card", "condition", "wanted", "has")),
    "reveal_without_keyword": ("3.5.3", ("card", "ministry", "keyword")),  # keyword: "" if the card asks for none
    "via_not_needed": ("3.5.2", ("card", "ministry")),
    # choose_for_event; part: effect or bonus; argument: one of its arguments
    "other_event": ("5.2", ("card", "part", "asked_card", "asked_part")),
    "event_option": ("5.2", ("card", "part", "option", "options")),
    "event_argument": ("5.2", ("card", "part", "argument", "arguments")),  # arguments: those that it takes
    "event_target": ("5.2", ("card", "part", "argument", "given", "targets")),
    "event_target_twice": ("5.2", ("card", "part", "argument", "given")),
    "event_count": ("5.2", ("card", "part", "argument", "given", "least", "most")),
    "event_choice_later": ("5.2", ("card", "argument")),  # something is drawn before it can be chosen
    # 3.2.8: shifts
    "already_yours": ("3.2.8", ("space",)),
    "not_empty": ("3.2.8", ("space", "owner")),
    "no_flag": ("3.2.8", ("space",)),
    "own_flag": ("3.2.8", ("space",)),
    "permanent_flag": ("10.0", ("space",)),
    # connects: what it is connected to; conflicts, isolated, new: own markets among them that do not count
    "not_connected": ("5.4.1", ("space", "connects", "conflicts", "isolated", "new")),
    # 2nd printing 5.5.3
    "event_pile_empty": ("5.5.3", ()),
    "no_draw_event": ("5.5.3", ()),  # switched off by the campaign
    # 5.6
    "no_next_war": ("5.6.1", ()),
    "bonus_tiles_bought": ("5.6.1", ("bought", "limit")),
    "theaters_full": ("5.6.1", ("limit",)),
    "no_bonus_tile": ("5.6.1", ()),
    "only_on_turn_6": ("5.6.1", ("turn",)),
    "converted_other": ("5.6.1", ("to", "converted_to")),
    "no_conflict": ("5.6.2", ("space",)),
    "no_fort_link": ("5.6.3", ("space", "connects", "new")),  # new: held, but only since this round
    "not_damaged": ("5.6.4", ("space",)),
    "not_your_fort": ("5.6.4", ("space", "owner")),
    "not_opposing_fort": ("5.6.4", ("space", "owner")),  # owner: the side itself, or "" for an empty space
    "no_seize_link": ("5.6.4", ("space", "connects")),
    "no_unbuilt_squadron": ("5.6.5", ("squadrons",)),  # how many a side may have
    "navy_box_empty": ("5.6.6", ()),
    "no_squadron_there": ("5.6.6", ("space", "spaces")),  # spaces: where squadrons of the side are
    "already_deployed": ("5.6.6", ("space",)),
    "own_squadron_there": ("5.6.6", ("space",)),
    # 5.3.3
    "no_upgrade": ("5.3.3", ("tile",)),  # the tile has no symbol
    "upgrade_used": ("5.3.3", ()),
    "upgrade_turn_6": ("5.3.3", ()),
    "no_such_theater": ("7.6", ("theater", "theaters")),  # theaters: how many the next war has
    "no_basic_tile": ("5.3.3", ()),
    "too_few_basic_tiles": ("5.3.3", ("left", "limit")),
    "swap_needs_two": ("12.2", ("theater",)),
    "no_swap": ("12.2", ()),  # with_theater without the optional rule
    # placing a Bonus tile (5.6.1, 7.6)
    "not_that_tile": ("5.6.1", ("tile", "drawn")),
    "theater_full": ("5.6.1", ("theater", "limit")),
    "theater_bound": ("5.2", ("theater", "bound")),  # the tile of an event belongs to the theatre `bound`
    "no_need_to_move": ("5.6.1", ("theater",)),
    "tile_not_there": ("5.6.1", ("tile", "theater", "tiles")),
    "no_room_to_move": ("5.6.1", ("theater", "limit")),
    # 8.1, 8.2
    "advantage_not_held": ("8.1", ("advantage", "missing")),  # missing: its spaces that the side does not hold
    "advantage_new": ("8.2", ("advantage",)),
    "advantage_exhausted": ("8.2", ("advantage",)),
    "advantage_conflict": ("8.1", ("advantage", "conflicts")),
    "advantage_limit": ("8.2", ("used", "limit")),
    "advantage_region": ("8.2", ("advantage", "region")),
    "advantage_argument": ("8.2", ("advantage", "wanted")),  # wanted: conflict, space, squadron or ""
    "not_a_target": ("8.2", ("advantage", "space", "targets")),
    "protected_target": ("8.2", ("advantage", "space")),
    "conflict_there": ("3.8", ("space",)),
    "no_opposing_flag": ("8.2", ("space",)),
    "no_opposing_squadron": ("8.2", ("space", "spaces")),
    # bidding for sides
    "bid_out_of_range": ("4.0", ("trp", "highest")),
    # 7.1.2: symbols of War tiles; tiles, targets: what could be named
    "no_such_effect": ("7.1.2", ("tile", "tiles")),
    "no_effect_there": ("7.1.2", ("tile", "space", "targets")),
    "effect_not_optional": ("7.1.2", ("tile", "targets")),
    # 7.2: spoils
    "not_conquerable": ("7.2.1", ("space", "type")),
    "outside_theater": ("7.2.1", ("space", "theater")),  # theater: its id
    "territory_immune": ("7.2.2", ("space",)),  # a conquest of it was refused in this war
    "no_conquest_line": ("7.2.1.2", ("space", "lines")),  # lines: where they lead to
    "no_squadron_for_conquest": ("7.2.1.1", ("space",)),
    "squadron_needed": ("7.2.1.1", ("space", "spaces")),  # spaces: where squadrons could come from
    "squadron_not_free": ("7.2.1.1", ("space", "spaces")),
    "no_squadron_needed": ("7.2.1.1", ("space",)),
    "not_enough_cp": ("7.2.1", ("space", "cost", "cp")),
    "wrong_cp": ("7.2.1", ("space", "cost", "given")),
    "no_unflag_left": ("7.2", ("space",)),
    "not_for_unflag": ("7.2", ("space", "type", "region")),  # type, region: of the flags that may be removed
    "not_that_territory": ("7.2.2", ("space", "conquered")),
    "no_squadron_to_give_up": ("7.2", ("space", "spaces")),
    # 7.3, 12.1, 12.2
    "not_of_the_award": ("7.3", ("spaces", "allowed")),
    "named_twice": ("7.3", ("spaces",)),
    "shift_half_said": ("12.1", ()),
    "no_shift_in_spain": ("12.1", ("space", "result")),
    "not_the_tiles_drawn": ("12.2", ("given", "drawn")),
}
"""Every code with its rule and its facts."""


def refusal(code: str, nearest: Sequence[Action] = (), /, **facts: Fact) -> Refusal:
    """A refusal with the rule of its code. The facts must be those that :data:`CODES` names."""
    rule, names = CODES[code]
    if set(names) != set(facts):
        raise AssertionError(f"{code}: facts {sorted(facts)}, not {sorted(names)}")
    return Refusal(code, rule, facts, nearest)
