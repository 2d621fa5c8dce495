// Points by value as the form keeps them: one text, '0: 100, 1: 88', of which each pair has two fields.

/** A value and its points, as they are typed. */
export type TextPair = readonly [value: string, points: string]

export const pairsOf = (text: string): TextPair[] =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [value = '', points = ''] = part.split(':')
      return [value.trim(), points.trim()]
    })

/** Removes the separators of pairs, which must not be typed into one. */
const bare = (text: string): string => text.replaceAll(/[,:]/g, '')

export const textOfPairs = (pairs: readonly TextPair[]): string =>
  pairs.map(([value, points]) => `${bare(value)}: ${bare(points)}`).join(', ')

export interface CurveSize {
  width: number
  height: number
}

/** A line through the pairs, in a box of the given size; null while one is no number or the values do not rise. */
export function curvePoints(text: string, size: CurveSize): string | null {
  const numbers = pairsOf(text).map(
    ([value, points]) => [Number(value || 'x'), Number(points || 'x')] as const,
  )
  const [first, last] = [numbers[0]?.[0] ?? 0, numbers.at(-1)?.[0] ?? 0]
  const isLine = numbers.every(([value], at) => at === 0 || value > (numbers[at - 1]?.[0] ?? value))
  if (numbers.length < 2 || !isLine || numbers.some(([, points]) => !(points >= 0 && points <= 100)))
    return null
  const round = (value: number): number => Math.round(value * 10) / 10
  return numbers
    .map(([value, points]) => {
      const x = ((value - first) / (last - first)) * size.width
      const y = size.height - (points / 100) * size.height
      return `${round(x)},${round(y)}`
    })
    .join(' ')
}
