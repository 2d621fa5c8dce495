/** Percent of the width that the place has. */
export const zoomSteps = [50, 75, 100, 125, 150, 200, 300] as const

/** The next step up or down; the same at either end. */
export function zoomed(percent: number, direction: 1 | -1): number {
  const further = zoomSteps.filter((step) => (direction === 1 ? step > percent : step < percent))
  return (direction === 1 ? further[0] : further.at(-1)) ?? percent
}
