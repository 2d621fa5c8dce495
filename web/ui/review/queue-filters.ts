export const claimedOptions = [
  { value: '', label: 'Anyone' },
  { value: 'mine', label: 'Mine' },
  { value: 'nobody', label: 'Unassigned' },
] as const

/** As it stands in an address; undefined for anything that nobody knows. */
export function knownClaimed(claimed: string): 'mine' | 'nobody' | undefined {
  return claimed === 'mine' || claimed === 'nobody' ? claimed : undefined
}
