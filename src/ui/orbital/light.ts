/** How much of the Sun a satellite sees, in words; `coveredShare` from 0 to 1 is the part of the disc behind the Earth. */
export function lightWord(coveredShare: number): 'Sunlit' | 'Penumbra' | 'Umbra' {
  if (coveredShare <= 0) return 'Sunlit';
  return coveredShare < 1 ? 'Penumbra' : 'Umbra';
}
