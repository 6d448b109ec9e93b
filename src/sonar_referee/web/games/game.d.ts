// What a game's folder gives to the pages: everything that knows its rules' words.

import type { Actions, MatchState } from "../lib/state.js";

export interface Role {
  /** The seat's part after the team; empty in a game whose teams have one seat. */
  id: string;
  title: string;
  /** A symbol of the sheet. */
  icon: string;
  /** One sentence: what this role does. */
  about: string;
}

export interface Choice {
  option: string;
  title: string;
  about: string;
  /** The values in the order shown, with their words. */
  values: { value: unknown; words: string }[];
}

export interface OptionWords {
  groups: { title: string; options: string[] }[];
  titles: Record<string, string>;
  /** The words of an option's values, by the value as text. */
  values: Record<string, Record<string, string>>;
  /** What a number counts, and what an empty field means. */
  units: Record<string, string>;
}

/** What happens when a player stays away: the table waits, a bot takes over, or the match is lost. */
export type Absence = "wait" | "bot" | "forfeit";

/** A match against bots, one click away. */
export interface Alone {
  /** The words of the button that offers it. */
  words: string;
  question: string;
  /** Which seats one may take; bots have the others. */
  ways: { title: string; about: string; icons: string[]; seats: string[] }[];
}

/** What front page and lobby need of a game. */
export interface GameAbout {
  id: string;
  title: string;
  teams: { id: "blue" | "yellow"; title: string }[];
  roles: Role[];
  /** How it is played, in a few points. */
  lesson: { title: string; points: { title: string; icon: string; about: string }[] };
  /** What the number of a round counts: "round". */
  roundWord: string;
  alone: Alone;
  /** The server's bots in a few words. */
  botWords: Record<string, string>;
  /** Options worth choosing on the front page; the rest is folded and made from the options' JSON Schema. */
  choices: Choice[];
  /** The other options in plain words. */
  optionWords: OptionWords;
  /** Roles that one player holds, by the size of the team: `[2]` is for two players. Null where any combination may be. */
  bundles(options: any): Record<number, string[][]> | null;
  /** Whether somebody without a seat may watch a match with these options. */
  isWatched(options: any): boolean;
  /** What happens in this match when a player stays away for good. */
  absence(summary: any): Absence;
  /** A few words on a map for the picker. */
  mapWords: Record<string, string>;
  /** A small drawing of a map. */
  thumbnail(chart: any): SVGElement;
}

export interface GamePages extends GameAbout {
  /** The whole page of a player. */
  station(state: MatchState, act: Actions): HTMLElement;
  /** The page of spectators and of a TV: public facts. */
  table(state: MatchState, act: Actions): HTMLElement;
  /** The page after the end. */
  finished(state: MatchState, act: Actions): HTMLElement;
  /** Whether the table waits for this tab's player. */
  awaited(state: MatchState): boolean;
  /** The words for the tab's title. */
  title_words(state: MatchState): string;
  /** The sound that goes with an announcement. */
  cue(announcement: any): string;
  /** Whether an announcement is shown in large for a moment, whatever a player is doing. */
  stays(announcement: any): boolean;
  /** Keys that work anywhere on a player's page; true if the key was used. */
  key(event: KeyboardEvent, state: MatchState, act: Actions): boolean;
}
