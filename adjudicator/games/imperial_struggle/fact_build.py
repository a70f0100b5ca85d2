"""Builds the facts from the files of ``data/`` and checks that they fit together."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from adjudicator.components.bits import mask_of

from .fact_build_events import restriction, versions
from .fact_files import (
    AbilityRow,
    AdvantagesFile,
    EventsFile,
    FactError,
    MapFile,
    MinistriesFile,
    RestrictionsFile,
    SequenceFile,
    SetUpFile,
    TilesFile,
    WarsFile,
    read,
)
from .fact_table import Facts
from .fact_types import (
    ACTION_TYPES,
    ERAS,
    NONE,
    SIDES,
    WAR_IDS,
    Ability,
    Advantage,
    Award,
    Commodity,
    Country,
    Event,
    Investment,
    Ministry,
    SetUp,
    Space,
    SubRegion,
    Theatre,
    Turn,
    War,
    WarRules,
    WarTile,
)
from .fact_where import Tables, targets_of


def _index(ids: Iterable[str], what: str) -> dict[str, int]:
    listed = list(ids)
    table = {name: index for index, name in enumerate(listed)}
    if len(table) != len(listed):
        raise FactError(f"two {what} have the same id")
    return table


def _optional(table: Mapping[str, int], key: str) -> int:
    return table[key] if key else NONE


def _adjacency(pairs: Iterable[tuple[str, str]], space: Mapping[str, int]) -> tuple[int, ...]:
    near = [0] * len(space)
    for one, other in pairs:
        a, b = space[one], space[other]
        if a == b:
            raise FactError(f"{one} is joined to itself")
        near[a] |= 1 << b
        near[b] |= 1 << a
    return tuple(near)


def _spaces(file: MapFile, space: Mapping[str, int], commodity: Mapping[str, int]) -> tuple[Space, ...]:
    region = _index((r.id for r in file.regions), "regions")
    sub_region = _index((r.id for r in file.sub_regions), "sub-regions")
    country = _index((c.id for c in file.countries), "countries")
    connects = _adjacency(file.connections, space)
    conquest = _adjacency(file.conquest_lines, space)
    return tuple(
        Space(
            index=index,
            id=row.id,
            type=row.type,
            region=region[row.region],
            sub_region=_optional(sub_region, row.sub_region),
            country=_optional(country, row.country),
            cost=row.cost,
            commodity=_optional(commodity, row.commodity),
            prestige=row.prestige,
            alliance=row.alliance,
            local_alliance=row.local_alliance,
            wars=mask_of(WAR_IDS.index(war) for war in row.wars),
            from_era=ERAS.index(row.from_era),
            needs_usa_flag=row.needs_usa_flag,
            initial_owner=SIDES.index(row.printed_flag) if row.printed_flag in SIDES else NONE,
            neutral_spanish=row.printed_flag == "spain",
            usa=row.usa,
            connects=connects[index],
            conquest=conquest[index],
            advantages=0,
        )
        for index, row in enumerate(file.spaces)
    )


def _advantages(file: AdvantagesFile, spaces: tuple[Space, ...], tables: Tables) -> tuple[Advantage, ...]:
    return tuple(
        Advantage(
            index=index,
            id=row.id,
            region=tables.region[row.region],
            spaces=mask_of(tables.space[i] for i in row.spaces),
            op=row.op,
            amount=row.amount,
            targets=targets_of(row.where, spaces, tables),
            unprotected=row.where is not None and row.where.unprotected,
            pays=ACTION_TYPES.index(row.pays.type) if row.pays else NONE,
            points=row.pays.points if row.pays else 0,
            company=row.company,
            initial_holder=SIDES.index(row.initial_holder) if row.initial_holder else NONE,
        )
        for index, row in enumerate(file.advantages)
    )


def _ability(row: AbilityRow, spaces: tuple[Space, ...], tables: Tables) -> Ability:
    return Ability(
        id=row.id,
        timing=row.timing,
        limit=row.limit,
        exhausts=row.exhausts,
        pays=ACTION_TYPES.index(row.pays) if row.pays else NONE,
        points=row.points,
        face_up_before=row.face_up_before,
        amount=row.amount,
        more=row.more,
        most=row.most,
        where=targets_of(row.where, spaces, tables),
        needs=targets_of(row.needs, spaces, tables),
    )


def _war_tiles(file: TilesFile) -> tuple[WarTile, ...]:
    tiles: list[WarTile] = []
    for basic in file.basic:
        tiles.append(WarTile(len(tiles), basic.id, "basic", NONE, NONE, basic.strength, basic.symbol, basic.count))
    for bonus in file.bonus:
        war, side = WAR_IDS.index(bonus.war), SIDES.index(bonus.side)
        tiles.append(WarTile(len(tiles), bonus.id, "bonus", war, side, bonus.strength, bonus.symbol, 1))
    for special in file.special:
        tiles.append(WarTile(len(tiles), special.id, "special", NONE, NONE, special.strength, "none", 1))
    return tuple(tiles)


def _wars(file: WarsFile, tables: Tables) -> tuple[War, ...]:
    wars = []
    for index, war in enumerate(file.wars):
        theatres = []
        for order, row in enumerate(war.theatres, 1):
            strength = row.strength
            both = row.spoils.both
            theatres.append(
                Theatre(
                    id=row.id,
                    war=index,
                    order=order,
                    regions=mask_of(tables.region[r] for r in row.regions),
                    alliances=mask_of(tables.space[i] for i in strength.alliance_spaces + strength.local_alliances),
                    keywords=strength.keywords,
                    conflict_regions=mask_of(tables.region[r] for r in strength.conflict_regions),
                    fort_regions=mask_of(tables.region[r] for r in strength.fort_regions),
                    squadron_regions=mask_of(tables.region[r] for r in strength.squadron_regions),
                    additional_territories=mask_of(tables.space[i] for i in row.additional_territories),
                    max_spoils_margin=(row.max_spoils_margin.france, row.max_spoils_margin.britain),
                    spoils=(both or row.spoils.france, both or row.spoils.britain),
                )
            )
        wars.append(War(index, war.id, ERAS.index(war.era), war.after_peace_turn, tuple(theatres)))
    return tuple(wars)


def _turns(file: SequenceFile) -> tuple[Turn, ...]:
    ids = [turn.id for turn in file.turns]
    turns = []
    for index, row in enumerate(file.turns):
        war = WAR_IDS.index(row.id) if row.id in WAR_IDS else NONE
        coming = [WAR_IDS.index(i) for i in ids[index:] if i in WAR_IDS]
        turns.append(
            Turn(
                index=index,
                id=row.id,
                era=ERAS.index(row.era),
                peace=int(row.id) if war == NONE else 0,
                war=war,
                next_war=coming[0] if coming else NONE,
            )
        )
    return tuple(turns)


def _set_up(file: SetUpFile, wars: tuple[War, ...], space: Mapping[str, int]) -> SetUp:
    order = {theatre.id: theatre.order for theatre in wars[0].theatres}
    placed = file.bonus_tiles_placed
    return SetUp(
        vp=file.vp,
        initiative=SIDES.index(file.initiative),
        debt_limit=file.debt_limit,
        navy_box=(file.squadrons.navy_box.france, file.squadrons.navy_box.britain),
        bonus_tiles=(tuple(order[i] for i in placed.france), tuple(order[i] for i in placed.britain)),
        spanish_flags=mask_of(space[i] for i in file.spanish_flags),
        spanish_territories=mask_of(space[i] for i in file.spanish_territories),
        bid_side=SIDES.index(file.bid.side),
        highest_bid=file.bid.highest,
        conflict_markers=file.markers.conflict,
        usa_flags=file.markers.usa_flags,
        jacobite_victories=file.markers.jacobite_victories,
        huguenots=file.markers.huguenots,
    )


def build() -> Facts:
    """The facts as the data files have them. Raises FactError, KeyError or ValueError for a damaged file."""
    map_file, tiles = read("map.yaml", MapFile), read("tiles.yaml", TilesFile)
    sequence = read("sequence.yaml", SequenceFile)
    tables = Tables(
        space=_index((s.id for s in map_file.spaces), "spaces"),
        region=_index((r.id for r in map_file.regions), "regions"),
        sub_region=_index((r.id for r in map_file.sub_regions), "sub-regions"),
        country=_index((c.id for c in map_file.countries), "countries"),
        commodity=_index((c.id for c in tiles.commodities), "commodities"),
    )
    bare = _spaces(map_file, tables.space, tables.commodity)
    advantages = _advantages(read("advantages.yaml", AdvantagesFile), bare, tables)
    needed_by = tuple(mask_of(a.index for a in advantages if a.spaces >> s.index & 1) for s in bare)
    spaces = tuple(_with_advantages(s, needed_by[s.index]) for s in bare)
    war_file = read("wars.yaml", WarsFile)
    wars = _wars(war_file, tables)
    ministries = read("ministries.yaml", MinistriesFile)
    event_rows = read("events.yaml", EventsFile).events

    def where(ok: "Iterable[bool]") -> int:
        return mask_of(index for index, yes in enumerate(ok) if yes)

    by_type = {
        kind: where(s.type == kind for s in spaces) for kind in ("political", "market", "territory", "naval", "fort")
    }
    by_country = tuple(where(s.country == i for s in spaces) for i in range(len(map_file.countries)))
    by_sub_region = tuple(where(s.sub_region == i for s in spaces) for i in range(len(map_file.sub_regions)))
    by_commodity = tuple(where(s.commodity == i for s in spaces) for i in range(len(tiles.commodities)))
    war_tiles = _war_tiles(tiles)
    return Facts(
        spaces=spaces,
        space=tables.space,
        regions=tuple(tables.region),
        region=tables.region,
        sub_regions=tuple(
            SubRegion(i, row.id, tables.region[row.region], by_sub_region[i])
            for i, row in enumerate(map_file.sub_regions)
        ),
        sub_region=tables.sub_region,
        countries=tuple(Country(i, row.id, row.multi_space, by_country[i]) for i, row in enumerate(map_file.countries)),
        country=tables.country,
        commodities=tuple(
            Commodity(i, c.id, (c.awards.succession, c.awards.empire, c.awards.revolution), by_commodity[i])
            for i, c in enumerate(tiles.commodities)
        ),
        commodity=tables.commodity,
        advantages=advantages,
        advantage=_index((a.id for a in advantages), "advantages"),
        investments=tuple(
            Investment(
                i,
                t.id,
                ACTION_TYPES.index(t.major),
                t.points,
                ACTION_TYPES.index(t.minor),
                t.event,
                t.upgrade,
                t.count,
            )
            for i, t in enumerate(tiles.investments)
        ),
        investment=_index((t.id for t in tiles.investments), "investment tiles"),
        awards=tuple(Award(i, t.id, t.vp, t.trp, t.margin, t.count) for i, t in enumerate(tiles.awards)),
        award=_index((t.id for t in tiles.awards), "award tiles"),
        war_tiles=war_tiles,
        war_tile=_index((t.id for t in war_tiles), "war tiles"),
        events=tuple(
            Event(
                number=e.number,
                id=e.id,
                era=ERAS.index(e.era),
                action=ACTION_TYPES.index(e.action) if e.action else NONE,
                bonus_if=e.bonus_if,
                one_version=e.both is not None,
            )
            for e in event_rows
        ),
        event_versions=tuple(versions(e, spaces, advantages, tables) for e in event_rows),
        restrictions={
            row.id: restriction(row, spaces, tables) for row in read("restrictions.yaml", RestrictionsFile).restrictions
        },
        ministries=tuple(
            Ministry(
                number=m.number,
                id=m.id,
                nation=SIDES.index(m.nation),
                eras=mask_of(ERAS.index(era) for era in m.eras),
                keywords=m.keywords,
                abilities=tuple(_ability(row, spaces, tables) for row in m.abilities),
            )
            for m in ministries.ministries
        ),
        wars=wars,
        war_rules=WarRules(
            refusal_vp=war_file.refusal.vp,
            conquest_cp=war_file.conquest.cp,
            huguenots_cp=war_file.conquest.huguenots_extra,
            carry_over_war=WAR_IDS.index(war_file.carry_over.from_war),
            carry_over=war_file.carry_over.max,
        ),
        turns=_turns(sequence),
        turn=_index((t.id for t in sequence.turns), "turns"),
        peace_phases=sequence.peace_phases,
        war_phases=sequence.war_phases,
        keywords=ministries.keywords,
        costs=sequence.costs,
        limits=sequence.limits,
        scoring=sequence.scoring,
        set_up=_set_up(read("setup.yaml", SetUpFile), wars, tables.space),
        connects=tuple(s.connects for s in spaces),
        conquest=tuple(s.conquest for s in spaces),
        cost=tuple(s.cost for s in spaces),
        region_of=tuple(s.region for s in spaces),
        commodity_of=tuple(s.commodity for s in spaces),
        advantages_of=needed_by,
        advantage_spaces=tuple(a.spaces for a in advantages),
        advantages_by_region=tuple(
            mask_of(a.index for a in advantages if a.region == r) for r in range(len(tables.region))
        ),
        political=by_type["political"],
        market=by_type["market"],
        territory=by_type["territory"],
        naval=by_type["naval"],
        fort=by_type["fort"],
        by_region=tuple(where(s.region == i for s in spaces) for i in range(len(tables.region))),
        by_sub_region=by_sub_region,
        by_country=by_country,
        by_commodity=by_commodity,
        alliance=where(s.alliance for s in spaces),
        local_alliance=where(s.local_alliance for s in spaces),
        by_war=tuple(where(bool(s.wars >> i & 1) for s in spaces) for i in range(len(WAR_IDS))),
        prestige=where(s.prestige for s in spaces),
        usa_spaces=where(s.needs_usa_flag for s in spaces),
        usa_award=where(s.usa == "usa" for s in spaces),
        canada_award=where(s.usa == "canada" for s in spaces),
        available=tuple(where(s.from_era <= era and not s.needs_usa_flag for s in spaces) for era in range(len(ERAS))),
        initial=(
            where(s.initial_owner == 0 for s in spaces),
            where(s.initial_owner == 1 for s in spaces),
        ),
        anchors=by_type["territory"] | by_type["fort"] | by_type["naval"],
    )


def _with_advantages(space: Space, advantages: int) -> Space:
    return replace(space, advantages=advantages)
