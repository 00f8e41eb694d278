/** Whether a facet of a filter lets a value through: an empty one lets everything. */
export const lets = <T>(facet: readonly T[], value: T): boolean =>
  facet.length === 0 || facet.includes(value);

/** The facet with a choice added, or taken out where it was in. */
export const toggled = <T>(facet: readonly T[], choice: T): readonly T[] =>
  facet.includes(choice) ? facet.filter((held) => held !== choice) : [...facet, choice];
