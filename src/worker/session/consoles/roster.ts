import type {
  ConsoleId,
  ConsoleOptions,
  ConsolesView,
  ConsoleView,
  GroundLinkState,
  RoomAddress,
} from '../../../shared/contract/consoles.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { DEFAULT_NAMES, freeName, readConsoleName } from './console-names.ts';
import { createMembers, longestFirst } from './members.ts';
import type { Heartbeat, Introduction } from './messages.ts';

/** A console as it introduces itself to the others of its mission. */
export interface OwnConsole extends Introduction, Pick<ConsoleOptions, 'missionId' | 'kind' | 'name'> {
  /** Console of another build that shows the mission which this console wanted to join. */
  readonly foreign?: Introduction | undefined;
}

/** Consoles that show the mission, including this one. */
export interface Roster {
  readonly introduction: Introduction;
  name(): string;
  rename(name: string): Outcome<string>;
  /** Chooses the console to follow, or none. */
  setFollowed(id: ConsoleId | undefined): Outcome<ConsoleId | undefined>;
  followed(): ConsoleId | undefined;
  setGroundLink(state: GroundLinkState): void;
  /** Records that another console has shared the mission with other machines. */
  setSharedAs(room: RoomAddress): void;
  groundLink(): GroundLinkState;
  /** Records a heartbeat. Returns true if the console was unknown, and is known now. */
  hear(beat: Heartbeat): boolean;
  leave(id: ConsoleId): void;
  /** Records a console of another build that shows the mission too, or wanted to. */
  meetForeign(other: Introduction): void;
  /** True if there are consoles to notify of this one, of this build or another. */
  hasCompany(): boolean;
  /** Advances time, and removes consoles that have been silent for long. */
  advanceTo(now: EpochMs): void;
  /** True if there are other consoles. */
  isShared(): boolean;
  /** True if others may have continued without this console, which has just slept. */
  hasJustWoken(): boolean;
  /**
   * True if this console is the longest member of those that can be heard, and the sequencer is not one of them.
   * @param heardAt time when the sequencer was last heard, by its heartbeat or otherwise
   */
  succeeds(sequencer: ConsoleId, heardAt: number): boolean;
  /**
   * Returns the view of the consoles; the same object while unchanged.
   * @param leader the sequencer
   */
  view(leader: ConsoleId, differedAt: EpochMs | undefined): ConsolesView;
}

const isSameConsole = (one: ConsoleView, other: ConsoleView | undefined): boolean =>
  one.id === other?.id &&
  one.name === other.name &&
  one.isSilent === other.isSilent &&
  one.past === other.past &&
  one.showsBranch === other.showsBranch &&
  one.hasGroundLink === other.hasGroundLink;

const isSameView = (one: ConsolesView, other: ConsolesView): boolean =>
  one.leader === other.leader &&
  one.otherBuild === other.otherBuild &&
  one.differedAt === other.differedAt &&
  one.follows === other.follows &&
  one.groundLink === other.groundLink &&
  one.sharedAs === other.sharedAs &&
  one.consoles.length === other.consoles.length &&
  one.consoles.every((console, index) => isSameConsole(console, other.consoles[index]));

/** @param now returns UTC by the clock */
export function createRoster(self: OwnConsole, now: () => EpochMs): Roster {
  const { id, build, since, kind, missionId } = self;
  const introduction: Introduction = { id, build, since };
  const members = createMembers<Heartbeat>();
  const otherBuilds = createMembers<Introduction>();
  let name = self.name ?? DEFAULT_NAMES[kind];
  let isNamed = self.name !== undefined;
  let followed: ConsoleId | undefined;
  let groundLink: GroundLinkState = 'off';
  let sharedAs: RoomAddress | undefined;
  let shown: ConsolesView | undefined;

  if (self.foreign) otherBuilds.hear(self.foreign, now());
  function otherBuild(): ConsolesView['otherBuild'] {
    const youngest = otherBuilds.all().at(-1);
    return youngest && (youngest.since > since ? 'newer' : 'older');
  }

  function succeeds(sequencer: ConsoleId, heardAt: number): boolean {
    const time = now();
    if (members.hasJustWoken(time) || Math.abs(time - heardAt) <= members.patienceMs(time)) return false;
    const heard = members.all().filter((member) => !members.isSilent(member.id, time));
    if (heard.some((member) => member.id === sequencer)) return false;
    return longestFirst<Introduction>([introduction, ...heard])[0] === introduction;
  }

  /** Two consoles that began at the same time have the same name: the newer one takes the next free one. */
  function avoidNames(): void {
    const older = members.all().filter((member) => longestFirst([member, introduction])[0] === member);
    if (isNamed || !older.some((member) => member.name === name)) return;
    name = freeName(members.all().map((member) => member.name));
  }

  /** True if this console is alone, and its view is current. */
  const isShownAlone = (leader: ConsoleId, differedAt: EpochMs | undefined): boolean =>
    members.all().length + otherBuilds.all().length === 0 &&
    shown?.consoles.length === 1 &&
    shown.consoles[0]?.name === name &&
    shown.leader === leader &&
    shown.otherBuild === undefined &&
    shown.differedAt === differedAt &&
    shown.follows === followed &&
    shown.groundLink === groundLink &&
    shown.sharedAs === sharedAs;

  function viewNow(leader: ConsoleId, differedAt: EpochMs | undefined): ConsolesView {
    const time = now();
    const others = members.all().map((member): ConsoleView & Pick<Introduction, 'since'> => ({
      id: member.id,
      since: member.since,
      name: member.name,
      kind: member.kind,
      isSilent: members.isSilent(member.id, time),
      past: member.past,
      showsBranch: member.showsBranch,
      hasGroundLink: member.hasGroundLink,
    }));
    const hasGroundLink = groundLink === 'connected' ? (true as const) : undefined;
    const all = longestFirst([{ id, since, name, kind, isSilent: false, hasGroundLink }, ...others]);
    return {
      missionId,
      self: id,
      consoles: all.map(({ since: _, ...console }) => console),
      leader,
      otherBuild: otherBuild(),
      differedAt,
      follows: followed,
      groundLink,
      sharedAs,
    };
  }

  return {
    introduction,
    name: () => name,
    rename(given) {
      const typed = readConsoleName(given);
      if (!typed.ok) return typed;
      name = typed.value;
      isNamed = true;
      return typed;
    },
    setFollowed(wanted) {
      const isThere = wanted === undefined || members.all().some((member) => member.id === wanted);
      if (!isThere) return refused('This console is gone.');
      followed = wanted;
      return { ok: true, value: followed };
    },
    followed: () => followed,
    setGroundLink(state) {
      groundLink = state;
    },
    groundLink: () => groundLink,
    setSharedAs(room) {
      sharedAs = room;
    },
    hear(beat) {
      const isNew = !members.all().some((member) => member.id === beat.id);
      const isKnown = members.hear(beat, now());
      avoidNames();
      return isNew && isKnown;
    },
    leave(left) {
      members.leave(left);
      otherBuilds.leave(left);
      if (left === followed) followed = undefined;
    },
    meetForeign: (other) => void otherBuilds.hear(other, now()),
    hasCompany: () => members.all().length + otherBuilds.all().length > 0,
    advanceTo(time) {
      members.follow(time);
      otherBuilds.follow(time);
    },
    isShared: () => members.all().length > 0,
    hasJustWoken: () => members.hasJustWoken(now()),
    succeeds,
    view(leader, differedAt) {
      if (shown && isShownAlone(leader, differedAt)) return shown;
      const next = viewNow(leader, differedAt);
      if (!shown || !isSameView(next, shown)) shown = next;
      return shown;
    },
  };
}
