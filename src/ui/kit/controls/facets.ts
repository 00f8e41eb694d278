/** Whether a facet matches a value: an empty one matches everything. */
export const lets = <T>(facet: readonly T[], value: T): boolean =>
  facet.length === 0 || facet.includes(value);

/** The facet with a choice toggled. */
export const toggled = <T>(facet: readonly T[], choice: T): readonly T[] =>
  facet.includes(choice) ? facet.filter((held) => held !== choice) : [...facet, choice];
