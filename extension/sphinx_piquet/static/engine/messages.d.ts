// Written by tools/message_types.py. Do not edit.

/** A decision that lost two points or more: its step in the deal, its kind, and the points. */
export interface StoredMistake {
  step: string;
  kind: string;
  lost: number;
}

/**
 * The points that the person's decisions lost in one deal, by what could be known.
 *
 * `losses` has the points by kind of decision; a kind that did not occur is missing. It is empty for a deal
 * of a game that was decided before. `mistakes` has the decisions that lost two points or more. `engine` is
 * the version whose review this is.
 */
export interface DealRating {
  seat: string;
  rules: string;
  form: string;
  opponent: string;
  engine: string;
  losses: Record<string, number>;
  mistakes: StoredMistake[];
}

/** The part of a stored rating that a page sends back: the person's seat, and the losses by kind. */
export interface StoredRating {
  seat: string;
  losses: Record<string, number>;
}

/** Two numbers, the person's first. */
export type Pair = [number, number];

/** The terms of a deal or game in the statistics, with a key that identifies it. */
export interface PlayedTerms {
  key: string;
  rules: string;
  form: string;
  opponent: string;
}

/**
 * The outcome of one deal, as pairs with the person's value first.
 *
 * `repique`, `pique` and `capot` have a 1 for a player who made the bonus.
 */
export interface DealOutcome extends PlayedTerms {
  seat: "elder" | "younger";
  points: Pair;
  repique: Pair;
  pique: Pair;
  capot: Pair;
}

/**
 * The outcome of a game of several deals, as pairs with the person's value first.
 *
 * `won` has a 1 for the winner, and `rubicon` a 1 for a winner whose opponent missed the Rubicon.
 */
export interface MatchOutcome extends PlayedTerms {
  won: Pair;
  rubicon: Pair;
}

/** The outcome of a deal and, if that deal ended a game, the outcome of the game. */
export interface GameOutcome {
  deal: DealOutcome;
  game?: MatchOutcome;
}

/** One finished deal of a game. `seat` is the person's, or "" for two persons at one device. */
export interface FinishedDeal {
  number: number;
  seat: "elder" | "younger" | "";
  points: Pair;
}

/** The finished deals of a game, and the totals. Pairs have the person's points first. */
export interface FinishedGame {
  key: string;
  deals: FinishedDeal[];
  totals: Pair;
}

/** The trick that a correct card completes: whether the reader takes it, and the points in words. */
export interface TrickData {
  taken: boolean;
  points: string;
}

/**
 * The verdict on an answer as data for a page.
 *
 * `passes` is whether the answer counts as correct, `chosen` the answer as text, `html` the
 * verdict and `right` the correct answers. If the reader has already made a mistake in this
 * exercise, `again` replaces `html`. `trick` is the trick that the card completes.
 */
export interface AnswerVerdict {
  verdict: string;
  passes: boolean;
  chosen: string;
  html: string;
  right?: string;
  again?: string;
  trick?: TrickData;
}

/** Content of the side panel while a past moment is played back: heading, news and score. */
export interface Moment {
  head: string;
  news: string;
  rail: string;
}

export type SeatName = "elder" | "younger";

export type Viewer = "both" | "e" | "y";

/** The arguments of a request that needs none. */
export interface NoArguments {
}

/** Base addresses of the links in the answer. */
export interface LinkArguments {
  rule?: string;
  source?: string;
  term?: string;
  lesson?: string;
  odds?: string;
}

/** A record, with the rule set, the view and the variation in which to replay it. */
export interface RecordArguments extends LinkArguments {
  record: string;
  /** Another rule set under which to replay the record; "" for the record's own. */
  rules?: string;
  view?: Viewer;
  /** The seat of the reader, "" if the deal is not the reader's own. */
  you?: string;
  /** The style of the narration. */
  words?: string;
  /** Whether the reader supplied the record, so that it is not printed on any page. */
  pasted?: boolean;
  /** The step at which a variation begins. */
  at?: string;
  moves?: string[];
}

/** A record and the id of one of its steps. */
export interface StepArguments extends RecordArguments {
  step: string;
}

/** A record and the id of the computer player that continues it. */
export interface PlayerArguments extends RecordArguments {
  player?: string;
}

/** A record that a reader supplied, and the addresses that its replay on a page needs. */
export interface LoadArguments extends LinkArguments {
  record: string;
  base: string;
  runtime: string;
  you?: string;
  title?: string;
  pasted?: boolean;
  /** Whether the record came in an address, which limits its length. */
  link?: boolean;
}

/** A record and the rule set to compare it with. */
export interface CompareArguments extends LinkArguments {
  record: string;
  rules: string;
}

/** A rule set and the id of a deal. Without an id the deal is drawn at random. */
export interface DealArguments {
  rules: string;
  id?: string;
}

/** Versions of the engine and of Python. */
export interface Hello {
  engine: string;
  python: string;
  runtime: string;
}

/** One step of a replay as HTML. */
export interface DrawnStep {
  id: string;
  label: string;
  group: string;
  decides: boolean;
  table: string;
  story: string;
}

/**
 * A variation: where it leaves the printed line, its moves, its results, and the choices that follow.
 *
 * `provenance` says how far the source supports it, `left` where it first differs, `from` how many of the
 * steps are printed, and `made` how many moves each later step made. If `hidden`, the opponent is to choose.
 */
export interface DrawnVariation {
  at: string;
  provenance: string;
  remark: string;
  left: string;
  moves: string[];
  from: number;
  made: number[];
  over: boolean;
  results: string;
  hidden: boolean;
  turn: string;
  choices: string;
}

/** A whole replay: the steps, how many of the printed totals agree, and the variation, if any. */
export interface ReplayAnswer extends Hello {
  steps: DrawnStep[];
  printed: number;
  agree: number;
  findings: string[];
  ruleset: string;
  rules: string;
  acts: string;
  variation: DrawnVariation | null;
}

/** The moves of a variation that a computer player continued to the end of the deal, and a note on the result. */
export interface ContinueAnswer {
  moves: string[];
  brings: string;
}

/** The score of a deal that a computer player finished. */
export interface PlayOutAnswer {
  score: number[];
  result: string;
  note: string;
}

/** The replay of a reader's record as HTML, and the faults found in the record. */
export interface LoadAnswer {
  html: string;
  faults: string;
  title?: string;
  dealId?: string;
}

/** An answer in plain text. */
export interface TextAnswer {
  text: string;
}

/** An answer in HTML. */
export interface HtmlAnswer {
  html: string;
}

/** A deal, or a variation of it, and the number of one of its decisions. */
export interface DecisionArguments {
  record: string;
  at?: string;
  moves?: string[];
  number?: number;
}

/** A deal, or a variation of it, whose decisions are all reviewed. */
export interface ReviewArguments {
  record: string;
  at?: string;
  moves?: string[];
  prefix?: string;
  you?: string;
}

/** The number of decisions in a deal that can be reviewed. */
export interface DecisionCount {
  of: number;
}

/** The review of a deal: in full, as a summary, as sentences by step, and on the timeline. */
export interface ReviewAnswer {
  html: string;
  line: string;
  /** Sentences by step. */
  told: Record<string, string>;
  acts: string;
}

/**
 * The losses of the reader's decisions in a deal, and the key under which a page stores them.
 *
 * The rating is None for a deal that was given up, and for two persons at one device.
 */
export interface RatedDeal {
  key: string;
  rating: DealRating | null;
}

/** A lesson or a page of problems on which to practise a kind of decision. */
export interface PracticeLink {
  kind: string;
  title: string;
  address: string;
}

/** The latest rated deals, and answers to problems as [id, right] pairs, the oldest first, as JSON texts. */
export interface DrawRatingsArguments {
  ratings: string;
  answers?: string;
  pages?: PracticeLink[];
}

/** The terms of a new game, or a saved game. */
export interface StartArguments extends LinkArguments {
  game?: string;
  rules?: string;
  form?: string;
  seat?: string;
  opponent?: string;
  seed?: string;
  name?: string;
  friend?: string;
  forced?: boolean;
  /** Whether two persons at one device see both hands. */
  open?: boolean;
  /** Whether the opponent may claim the remaining tricks. */
  claims?: boolean;
}

/** A game as saved text. `claims` sets whether the opponent may claim the remaining tricks. */
export interface GameArguments extends LinkArguments {
  game: string;
  claims?: boolean;
}

/** A game and the person's decision. `forced` sets whether forced cards are played automatically. */
export interface MoveArguments extends GameArguments {
  move: string;
  forced?: boolean;
}

/** A finished game and the opponent of the next game. */
export interface NewGameArguments extends GameArguments {
  opponent?: string;
}

/**
 * A finished game and the person's results in the deals against its opponent, the latest first.
 *
 * A result is the person's points less the opponent's.
 */
export interface LevelArguments extends GameArguments {
  margins: number[];
}

/** A game, and the step of the search at which this answer is due. */
export interface HintArguments extends GameArguments {
  until?: number;
}

/** A game and the number of one of its deals. */
export interface ExportArguments extends GameArguments {
  deal?: number;
}

/** A game, the number of one of its deals, and a step of that deal. */
export interface MomentArguments extends ExportArguments {
  step: string;
}

/** The person's mistakes in a deal, and the costliest of them alone. */
export interface MistakesAnswer extends HtmlAnswer {
  worst: string;
}

/** A computer opponent. */
export interface PlayerDescription {
  id: string;
  name: string;
  words: string;
}

/** The computer opponents, the default first. */
export interface PlayersAnswer {
  players: PlayerDescription[];
}

/** The terms of a game that an address contains. */
export interface Terms {
  rules: string;
  form: string;
  seat: string;
  seed: string;
  opponent?: string;
}

/** The finished deals of a game, with the title and the rule set under which a page lists the game. */
export interface ListedGame extends FinishedGame {
  title: string;
  rules: string;
}

/** A game at the table: the text to save, and the regions of the page as HTML. */
export interface TableAnswer {
  game: string;
  title: string;
  /** The reader's seat in the current deal. */
  seat: SeatName;
  /** The final result; "" if the game is not over. */
  over: string;
  /** The current deal and the totals; "" if the game is over. */
  stands: string;
  terms: Terms;
  board: string;
  /** The boards to show before this one, one for each look at the talon and each trick. */
  tricks: string[];
  beside: Moment[];
  /** The tips for a first deal; "" without any. The page decides whether to show them. */
  coach: string;
  question: string;
  news: string;
  log: string;
  rail: string;
  sheet: string;
  said: string;
  undo: boolean;
  asks: boolean;
  covered: boolean;
  forced: boolean;
  outcome: GameOutcome | null;
  finished: ListedGame | null;
}

/** The reason as HTML why the remaining tricks are not certain. */
export interface FailedClaim {
  refused: string;
}

/** A hint, or the progress of the search for it. */
export interface HintAnswer {
  done: number;
  of: number;
  says: string;
  moves: string[];
  move: string;
  html: string;
}

/** The record of a deal, with the title of the deal and the reader's seat. */
export interface ExportedRecord {
  text: string;
  title: string;
  you: string;
}

/** A saved score, or the terms of a new one. */
export interface ScoreBeginArguments extends LinkArguments {
  score?: string;
  rules?: string;
  form?: string;
  name0?: string;
  name1?: string;
  elder?: string;
}

/** A score as saved text. */
export interface ScoreArguments extends LinkArguments {
  score: string;
}

/** The points of one deal, as typed into a form. */
export interface ScoreEnterArguments extends ScoreArguments {
  hand0?: string;
  hand1?: string;
  play0?: string;
  play1?: string;
  first?: string;
}

/** The cards of a hand, and the rule set under which to count them. */
export interface HandValueArguments extends LinkArguments {
  rules: string;
  cards: string[];
}

/** A page of chances and the hand to show on it: its cards, or a position of a deal. */
export interface OddsArguments extends LinkArguments {
  page: string;
  rules: string;
  hand?: string;
  /** The cards that the player has laid out. */
  out?: string;
  seat?: string;
  position?: string;
  /** A prefix for the ids of the controls. */
  id: string;
  /** The number of steps after which an unfinished calculation is interrupted. */
  until: number;
}

/** A rule set with changed answers, as text, and its name. */
export interface DesignArguments extends LinkArguments {
  rules: string;
  name?: string;
}

/** A design whose deals are played. */
export interface QuickDealsArguments extends DesignArguments {
  /** The number of deals after which the request is answered. */
  until: number;
}

/** An answer that conflicts with others, and the reason. */
export interface DesignConflict {
  rule: string;
  message: string;
}

/**
 * The conflicts of a design or, without any, its experiment as TOML.
 *
 * `id` is the text of the design, and `file` the name of the file of the experiment.
 */
export interface CheckedDesign {
  id: string;
  conflicts: DesignConflict[];
  toml: string;
  file: string;
}

/**
 * A score: the text to save, and the score as HTML.
 *
 * `asks` is whether the deal was not entered because the page must first ask who counted first.
 */
export interface ScoreAnswer {
  score: string;
  html: string;
  over: boolean;
  asks: boolean;
}

/** The HTML id and the label with which to draw an exercise. */
export interface DrawnArguments extends LinkArguments {
  id?: string;
  label?: string;
}

/**
 * An exercise by its id, a new one like the exercise `again`, or a new one by name and rule set.
 *
 * For a kind of `mistake` it is one that is not among `seen`, at the level of the `answers` to problems,
 * which are [id, right] pairs as JSON text.
 */
export interface ExerciseArguments extends DrawnArguments {
  item?: string;
  again?: string;
  mistake?: string;
  seen?: string[];
  answers?: string;
  name?: string;
  rules?: string;
  feature?: string;
}

/** The id of an exercise. */
export interface ItemArguments extends LinkArguments {
  item: string;
}

/** An answer to an exercise, and the step at which a search for the verdict may stop. */
export interface AnswerArguments extends ItemArguments {
  answer?: string;
  until?: number;
}

/** An answer to an exercise that is a move in a deal. */
export interface DealAfterAnswerArguments extends ItemArguments {
  answer: string;
}

/** The deal played on from an answer, as a record, and the id of the step before the answer. */
export interface DealAfterAnswerResult {
  record: string;
  step: string;
}

/** The exercise that the reader answered, and the answer. */
export interface NextArguments extends DrawnArguments {
  item: string;
  answer?: string;
}

/** An exercise: the id, and the exercise as HTML. */
export interface ExerciseAnswer {
  item: string;
  html: string;
}

/** The progress of a search that is not finished. */
export interface SearchProgress {
  done: number;
  of: number;
  says: string;
}

/** The next question as HTML, or "" after the last, and a sentence on the events since the previous one. */
export interface NextAnswer {
  html: string;
  told: string;
}

/** A day, and the current date. */
export interface DayArguments {
  day: string;
  today: string;
}

/** The reader's game of a day, and the part of the comparison to compute. */
export interface DayPartArguments extends DayArguments {
  game: string;
  part: string;
}

/** The reader's game of a day, and the address to share with the result. */
export interface DayResultArguments extends DayArguments {
  game: string;
  address?: string;
}

/** The deal of a day, and the terms of the game with it. */
export interface DayAnswer {
  day: string;
  deal: string;
  title: string;
  words: string;
  terms: Terms;
}

/** The results of a day, as a page saves them. Pairs have the points of the reader's seat first. */
export interface DayRow {
  seat: string;
  mine: number[];
  thumb: number[];
  strong: number[];
  /** The difference with both hands open. */
  open: number;
  /** The id of the strong player. */
  player: string;
  budget: string;
  engine: string;
}

/** The results of a day: as data to save, as HTML, and as a line of text to share. */
export interface DayResult {
  row: DayRow;
  html: string;
  line: string;
}

/** The terms of a challenge that nobody has played yet. */
export interface NewChallengeArguments {
  rules: string;
  form: string;
  seat: string;
  /** The seed of the deals, or "" for a random one. */
  seed?: string;
  opponent?: string;
  /** The number of single deals; 1 for other forms. */
  count?: number;
  /** The name of a player, which is only checked. */
  name?: string;
}

/** A challenge as text, and the editions of which the site has frozen copies. */
export interface ChallengeArguments {
  challenge: string;
  /** Another copy of the challenge, whose players come first. */
  kept?: string;
  /** The name of a player who wants to join, which is only checked. */
  name?: string;
  editions?: string[];
  /** The address of the table in a frozen copy, with `{}` for the edition. */
  frozen?: string;
}

/** Addresses in the comparison of a challenge. */
export interface ResultArguments {
  /** The address of the table, to which a link back adds the challenge. */
  address?: string;
  /** The address of the page that replays records. */
  deals?: string;
}

/** Saved games that are over, the name of their player, and the challenge to join, or none to set one. */
export interface JoinChallengeArguments extends ResultArguments {
  games: string[];
  name: string;
  challenge?: string;
  /** The seed of the single deals of a new challenge. */
  seed?: string;
}

/** A challenge, and the name of the player to compare with the others. */
export interface CompareChallengeArguments extends ResultArguments {
  challenge: string;
  you: string;
}

/** Two players of a challenge, and a deal in which they parted, counted from 0. */
export interface PartingArguments {
  challenge: string;
  you: string;
  other: string;
  deal: number;
}

/** A challenge before it is played: the terms of each game, its players and notices, without any result. */
export interface ChallengeAnswer {
  /** The same for every copy of a challenge. */
  id: string;
  /** The challenge as text, or "" if nobody has played it yet. */
  challenge: string;
  seed: string;
  title: string;
  words: string;
  names: string[];
  games: Terms[];
  notices: string;
}

/** A challenge with its link, a line to send, and the comparison as HTML. */
export interface ChallengeResult {
  id: string;
  challenge: string;
  title: string;
  words: string;
  names: string[];
  games: Terms[];
  link: string;
  line: string;
  html: string;
}

/** A set of work as text. */
export interface SetArguments {
  set: string;
  /** The address of the page for pupils, to which a link adds the set. */
  address?: string;
}

/** The content of a new set. */
export interface MakeSetArguments {
  title: string;
  note?: string;
  /** Kind, place and check of each item, with tabs between. */
  items: string[];
  /** The address of the page for pupils, to which a link adds the set. */
  address?: string;
}

/** An item of a set. Only an exercise without a page has a title here. */
export interface SetItem {
  kind: string;
  place: string;
  check: string;
  title: string;
}

/** A set, its items, and a link for pupils. */
export interface SetAnswer {
  /** The digest of the set, which its results carry. */
  id: string;
  set: string;
  title: string;
  note: string;
  items: SetItem[];
  /** The link, or "" if it would be too long. */
  link: string;
  /** The number of characters that a link may have. */
  longest: number;
}

/** A pupil's result in a set. */
export interface HandInArguments {
  set: string;
  name: string;
  /** State, number of tries and first wrong answer of each item, with tabs between. */
  items: string[];
  /** The address of the teacher's page, to which a link adds the result. */
  address?: string;
}

/** A result as a link, as a line to send, and as a short code. */
export interface HandInAnswer {
  name: string;
  link: string;
  line: string;
  code: string;
}

/** A pupil's result as text. */
export interface PupilResultArguments {
  result: string;
}

/** The set to which a result belongs, by its digest, and the name of the pupil. */
export interface PupilResultAnswer {
  id: string;
  name: string;
}

/** The results of a class in a set, and text with further ones. */
export interface ClassTableArguments {
  set: string;
  titles: string[];
  /** The id of the exercise in each item, "" for an item without one. */
  exercises: string[];
  kept?: string[];
  pasted?: string;
}

/** The results of a class as text to keep, as HTML and as CSV, and what the pasted text gave. */
export interface ClassTableAnswer {
  kept: string[];
  names: string[];
  added: string[];
  notices: string[];
  html: string;
  csv: string;
}

/** The titles of some items, and their hands: the id of a deal or an exercise, or two hands with a bar between. */
export interface SlipsArguments {
  titles: string[];
  hands: string[];
}

/** The hands of each item as HTML, "" for an item without cards. */
export interface SlipsAnswer {
  slips: string[];
}

/** The code of a deal, or none for a new one. */
export interface DealCodeArguments {
  rules: string;
  code?: string;
}

/** A deal by its code: its seed at the table, its id, and its hands as HTML. */
export interface DealCodeAnswer {
  code: string;
  seed: string;
  deal: string;
  html: string;
}

export type ClaimAnswer = TableAnswer | FailedClaim;

export type JudgeAnswer = AnswerVerdict | SearchProgress;

export type OddsAnswer = HtmlAnswer | SearchProgress;

export type QuickDealsAnswer = HtmlAnswer | SearchProgress;

/** The request and the answer of each operation. */
export interface Operations {
  "hello": { request: NoArguments; answer: Hello };
  "replay": { request: RecordArguments; answer: ReplayAnswer };
  "step": { request: StepArguments; answer: DrawnStep };
  "continue": { request: PlayerArguments; answer: ContinueAnswer };
  "compare": { request: CompareArguments; answer: HtmlAnswer };
  "deal": { request: DealArguments; answer: TextAnswer };
  "play-out": { request: PlayerArguments; answer: PlayOutAnswer };
  "load-record": { request: LoadArguments; answer: LoadAnswer };
  "transcript": { request: RecordArguments; answer: TextAnswer };
  "record-text": { request: RecordArguments; answer: TextAnswer };
  "knowledge": { request: StepArguments; answer: HtmlAnswer };
  "players": { request: NoArguments; answer: PlayersAnswer };
  "start-game": { request: StartArguments; answer: TableAnswer };
  "move": { request: MoveArguments; answer: TableAnswer };
  "claim-rest": { request: GameArguments; answer: ClaimAnswer };
  "concede-rest": { request: GameArguments; answer: TableAnswer };
  "uncover": { request: GameArguments; answer: TableAnswer };
  "undo": { request: GameArguments; answer: TableAnswer };
  "next-deal": { request: GameArguments; answer: TableAnswer };
  "new-game": { request: NewGameArguments; answer: TableAnswer };
  "play-moment": { request: MomentArguments; answer: TableAnswer };
  "propose-level": { request: LevelArguments; answer: HtmlAnswer };
  "hint": { request: HintArguments; answer: HintAnswer };
  "export-record": { request: ExportArguments; answer: ExportedRecord };
  "mistakes": { request: GameArguments; answer: MistakesAnswer };
  "score-begin": { request: ScoreBeginArguments; answer: ScoreAnswer };
  "score-enter": { request: ScoreEnterArguments; answer: ScoreAnswer };
  "score-undo": { request: ScoreArguments; answer: ScoreAnswer };
  "hand-value": { request: HandValueArguments; answer: HtmlAnswer };
  "exercise": { request: ExerciseArguments; answer: ExerciseAnswer };
  "judge-answer": { request: AnswerArguments; answer: JudgeAnswer };
  "exercise-hint": { request: ItemArguments; answer: HtmlAnswer };
  "solution": { request: ItemArguments; answer: HtmlAnswer };
  "next-question": { request: NextArguments; answer: NextAnswer };
  "deal-after-answer": { request: DealAfterAnswerArguments; answer: DealAfterAnswerResult };
  "review-decision": { request: DecisionArguments; answer: DecisionCount };
  "review-deal": { request: ReviewArguments; answer: ReviewAnswer };
  "rate-deal": { request: ExportArguments; answer: RatedDeal };
  "draw-ratings": { request: DrawRatingsArguments; answer: HtmlAnswer };
  "odds": { request: OddsArguments; answer: OddsAnswer };
  "day": { request: DayArguments; answer: DayAnswer };
  "day-part": { request: DayPartArguments; answer: Record<string, never> };
  "day-result": { request: DayResultArguments; answer: DayResult };
  "new-challenge": { request: NewChallengeArguments; answer: ChallengeAnswer };
  "open-challenge": { request: ChallengeArguments; answer: ChallengeAnswer };
  "join-challenge": { request: JoinChallengeArguments; answer: ChallengeResult };
  "compare-challenge": { request: CompareChallengeArguments; answer: ChallengeResult };
  "cost-of-parting": { request: PartingArguments; answer: HtmlAnswer };
  "make-set": { request: MakeSetArguments; answer: SetAnswer };
  "open-set": { request: SetArguments; answer: SetAnswer };
  "hand-in": { request: HandInArguments; answer: HandInAnswer };
  "open-result": { request: PupilResultArguments; answer: PupilResultAnswer };
  "class-table": { request: ClassTableArguments; answer: ClassTableAnswer };
  "draw-hands": { request: SlipsArguments; answer: SlipsAnswer };
  "deal-code": { request: DealCodeArguments; answer: DealCodeAnswer };
  "check-design": { request: DesignArguments; answer: CheckedDesign };
  "quick-deals": { request: QuickDealsArguments; answer: QuickDealsAnswer };
}
