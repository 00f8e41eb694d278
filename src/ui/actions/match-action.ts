/**
 * How well an action answers what is typed, for cmdk: 0 for not at all. Every word typed has to be in its words; one
 * whose name begins with it comes first. Letters picked out of a name do not count: they would find nearly everything.
 * @param keywords the action's name, and then whatever else it is found by
 */
export function matchAction(_id: string, search: string, keywords: readonly string[] = []): number {
  const [name = '', ...others] = keywords.map((keyword) => keyword.toLowerCase());
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [name, ...others].join(' ');
  if (!words.every((word) => all.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  const starts = name.split(/[\s:]+/);
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 0.8;
  return words.every((word) => name.includes(word)) ? 0.6 : 0.4;
}
