const MAX = 100
/** Between the values and the edges of the chart, so that labels have room. */
const PADDING = 4
const TARGET_TICKS = 5
/** Share of the chart's height that a written value takes. */
const WRITTEN_SHARE = 0.15

/**
 * The axis of values from 0 to 100: only the part that contains them, so that small changes stay visible.
 * @param values at least one
 */
export function trendScale(values: readonly number[]): number[] {
  const lowest = Math.max(0, Math.min(...values) - PADDING)
  const highest = Math.min(MAX, Math.max(...values) + PADDING)
  const step = highest - lowest <= 10 * TARGET_TICKS ? 10 : 20
  const first = Math.floor(lowest / step) * step
  const last = Math.min(MAX, Math.ceil(highest / step) * step)
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step)
}

/** Whether a value is written below its point: above, it would cross a line that is just above and read as if it had reached it. */
export function isWrittenBelow(value: number, lines: readonly number[], scale: readonly number[]): boolean {
  const height = ((scale.at(-1) ?? 0) - (scale[0] ?? 0)) * WRITTEN_SHARE
  return lines.some((line) => line > value && line - value < height)
}
