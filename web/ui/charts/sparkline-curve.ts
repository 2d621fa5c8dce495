/** Size of the plot in its own units; the screen stretches it. */
export const PLOT = { width: 100, height: 24 }

const round = (value: number): number => Math.round(value * 100) / 100

interface Point {
  x: number
  y: number
}

/**
 * A line through the existing values up to yesterday, from 0 at the bottom to the highest at the top. The last value is of
 * today and left out: a day that is not over looks like a collapse.
 */
export function curveOf(values: readonly (number | null)[]): {
  /** Points as SVG writes them; null without a value. */
  line: string | null
  /** The newest point; null without a value. */
  end: Point | null
} {
  const over = values.slice(0, -1)
  const most = Math.max(0, ...over.map((value) => value ?? 0))
  const step = over.length > 1 ? PLOT.width / (over.length - 1) : 0
  const points = over.flatMap((value, index): Point[] => {
    if (value === null) return []
    const y = most === 0 ? PLOT.height : PLOT.height - (value / most) * PLOT.height
    return [{ x: round(index * step), y: round(y) }]
  })
  const written = points.map(({ x, y }) => `${x},${y}`)
  return {
    // a single point is doubled, so that it is visible
    line: written.length === 0 ? null : (written.length === 1 ? [...written, ...written] : written).join(' '),
    end: points.at(-1) ?? null,
  }
}
