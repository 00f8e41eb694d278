/** Returns true if a facet matches a value; an empty facet matches everything. */
export const lets = <T>(facet: readonly T[], value: T): boolean =>
  facet.length === 0 || facet.includes(value);

/** Returns the facet with a choice toggled. */
export const toggled = <T>(facet: readonly T[], choice: T): readonly T[] =>
  facet.includes(choice) ? facet.filter((held) => held !== choice) : [...facet, choice];
