"""`python -m sonar_referee` is the command `sonar-referee`."""

from sonar_referee.cli import main

main()
