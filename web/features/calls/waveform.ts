/** Reduces loudness values to `count` bars, each the peak of its interval, relative to the peak of all `voices`. */
export function barsOf(voices: readonly (readonly number[])[], count: number): number[][] {
  // keeps quiet line noise from looking like speech
  const loudest = Math.max(0.05, ...voices.flat())
  return voices.map((values) =>
    Array.from({ length: count }, (_, bar) => {
      const from = Math.floor((bar * values.length) / count)
      const to = Math.max(from + 1, Math.floor(((bar + 1) * values.length) / count))
      return Math.max(0, ...values.slice(from, to)) / loudest
    }),
  )
}

/** SVG path of bars that grow from `base`: upwards with direction -1, downwards with 1. Bars are 2 wide, 3 apart. */
export function barsPath(bars: readonly number[], base: number, direction: 1 | -1, height: number): string {
  return bars
    .map((bar, index) => `M${index * 3} ${base}h2v${(direction * Math.max(1, bar * height)).toFixed(1)}h-2z`)
    .join('')
}

/** Index of the line spoken at `seconds`; -1 before the first. */
export function lineAt(lines: readonly { at: number }[], seconds: number): number {
  return lines.findLastIndex((line) => line.at <= seconds)
}
