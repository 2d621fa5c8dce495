/** The place of a curve, in units of its own; the screen stretches it. */
export const PLOT = { width: 100, height: 24 }

const round = (value: number): number => Math.round(value * 100) / 100

/** Lines through the values, interrupted where there are none; from nothing at the bottom to the highest at the top. */
export function curveOf(values: readonly (number | null)[]): {
  /** Points as SVG writes them. */
  lines: string[]
  /** Of the last value; null where there is none. */
  last: { x: number; y: number } | null
} {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const step = values.length > 1 ? PLOT.width / (values.length - 1) : 0
  const at = (index: number, value: number): { x: number; y: number } => ({
    x: round(index * step),
    y: round(most === 0 ? PLOT.height : PLOT.height - (value / most) * PLOT.height),
  })
  const lines: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) {
      lines.push([])
      continue
    }
    const { x, y } = at(index, value)
    lines.at(-1)?.push(`${x},${y}`)
  }
  const final = values.at(-1)
  return {
    // a point alone has a length too
    lines: lines
      .filter((line) => line.length > 0)
      .map((line) => (line[1] ? line : [line[0], line[0]]).join(' ')),
    last: final === null || final === undefined ? null : at(values.length - 1, final),
  }
}
