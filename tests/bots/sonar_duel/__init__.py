"""Tests of the bots for Sonar duel."""
