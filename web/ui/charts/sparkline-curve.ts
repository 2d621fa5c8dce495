/** Size of the plot in its own units; the screen stretches it. */
export const PLOT = { width: 100, height: 24 }

const round = (value: number): number => Math.round(value * 100) / 100

/**
 * A line through the existing values up to yesterday, from 0 at the bottom to the highest at the top. The last value is of
 * today, which is not over: it is a point of its own.
 */
export function curveOf(values: readonly (number | null)[]): {
  /** Points as SVG writes them; null without a value. */
  line: string | null
  /** Today so far; null without a value. */
  today: { x: number; y: number } | null
} {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const step = values.length > 1 ? PLOT.width / (values.length - 1) : 0
  const at = (index: number, value: number): { x: number; y: number } => ({
    x: round(index * step),
    y: round(most === 0 ? PLOT.height : PLOT.height - (value / most) * PLOT.height),
  })
  const points = values.slice(0, -1).flatMap((value, index) => {
    if (value === null) return []
    const { x, y } = at(index, value)
    return [`${x},${y}`]
  })
  const final = values.at(-1)
  return {
    // a single point is doubled, so that it is visible
    line: points.length === 0 ? null : (points.length === 1 ? [...points, ...points] : points).join(' '),
    today: final === null || final === undefined ? null : at(values.length - 1, final),
  }
}
