"""`adjudicator campaign import` into an installation that is in use, in which another campaign has the same name."""

from pathlib import Path
from typing import Any

from tests.guides import campaign_file


def test_a_campaign_gets_another_name_where_its_own_is_taken(
    desk: Any, played: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    desk("campaign", "export", "lights", "--all", "-o", "lights.zip")
    environment |= {"ADJ_DATABASE": f"sqlite:///{tmp_path}/here/here.db", "ADJ_DATA_DIRECTORY": f"{tmp_path}/here"}
    (tmp_path / "here").mkdir()
    (tmp_path / "campaign.toml").write_text(campaign_file().replace("harbour-lights", "lights"))
    desk("campaign", "create", "--file", "campaign.toml")
    refused = desk("campaign", "import", "lights.zip", "--yes", code=1).err
    assert "there is a campaign named lights already; give this one another: --name NAME" in refused
    assert "small letters" in desk("campaign", "import", "lights.zip", "--name", "Lights!", "--yes", code=2).err
    tried = desk("campaign", "import", "lights.zip", "--name", "evenings", "--dry-run").out
    assert "nothing was changed" in tried
    assert [each["name"] for each in desk("campaign", "list", "--json").json] == ["lights"]
    done = desk("campaign", "import", "lights.zip", "--name", "evenings", "--yes").out
    assert "evenings is here now; go on with: adjudicator campaign resume evenings" in done
    assert {each["name"] for each in desk("campaign", "list", "--json").json} == {"lights", "evenings"}
    desk("campaign", "resume", "evenings", "--yes")
    desk("audit", "verify", "evenings")
    desk("campaign", "export", "evenings", "--all", "-o", "again.zip")
    assert desk("verify", "again.zip").code == 0
    again = desk("campaign", "import", "lights.zip", "--name", "nights", "--yes", code=1).err
    assert "this campaign is here already, as evenings" in again
