"""Captain Sonar as an environment for reinforcement learning; needs the extra `rl` (PettingZoo and NumPy)."""

from sonar_referee.rl.environment import CaptainSonarEnv

__all__ = ["CaptainSonarEnv"]
