/** Zoom steps, in percent of the available width. */
export const zoomSteps = [50, 75, 100, 125, 150, 200, 300] as const

/** The next step up or down; the same at either end. */
export function zoomed(percent: number, direction: 1 | -1): number {
  const steps = zoomSteps.filter((step) => (direction === 1 ? step > percent : step < percent))
  return (direction === 1 ? steps[0] : steps.at(-1)) ?? percent
}
