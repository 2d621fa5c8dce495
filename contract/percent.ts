/** Rounds half up. Noise of binary fractions is removed first: 23 of 80 times 100 is 28.749999999999996 and means 28.75. */
export function roundHalfUp(value: number, decimals = 1): number {
  const scale = 10 ** decimals
  return Math.round(Number((value * scale).toFixed(6))) / scale
}

/** A share in percent, rounded half up from the integers. @param whole above 0 */
export function percentOf(part: number, whole: number, decimals = 1): number {
  const scale = 10 ** decimals
  return Math.floor((200 * scale * part + whole) / (2 * whole)) / scale
}
