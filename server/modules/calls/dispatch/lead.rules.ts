/** Real time allowed from the decision on a dial to its arrival at the provider. */
const LEAD_MS = 500
// at a simulator's highest speeds half a second would be longer than a working day
const MAX_LEAD_MS = 15 * 60_000

/** How much of the calling hours must be left for a dial to begin. @param speed of the provider's clock */
export const leadMs = (speed: number): number => Math.min(LEAD_MS * speed, MAX_LEAD_MS)
