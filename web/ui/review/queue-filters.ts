export const claimedOptions = [
  { value: '', label: 'Anyone' },
  { value: 'mine', label: 'Mine' },
  { value: 'nobody', label: 'Unassigned' },
] as const

/** Parses the filter from the URL; undefined if unknown. */
export function knownClaimed(claimed: string): 'mine' | 'nobody' | undefined {
  return claimed === 'mine' || claimed === 'nobody' ? claimed : undefined
}
