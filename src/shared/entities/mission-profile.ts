/** How often faults are drawn: as specified (spec §4), a quarter as often, one and a half times as often, or never. */
export const MISSION_PROFILES = ['specified', 'calm', 'hard', 'none'] as const;
export type MissionProfile = (typeof MISSION_PROFILES)[number];
