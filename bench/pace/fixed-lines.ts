/** Fixed lines that are kept for fiction: eight blocks of ten thousand. */
const BLOCKS = [
  '+6125550',
  '+6127010',
  '+6135550',
  '+6137010',
  '+6175550',
  '+6177010',
  '+6185550',
  '+6187010',
]
export const FIXED_LINES = BLOCKS.length * 10_000

/** SQL of the n-th of them. @param n an SQL expression from 0 to FIXED_LINES - 1 */
export const fixedLine = (n: string): string =>
  `('{${BLOCKS.join(',')}}'::text[])[1 + ${n} / 10000] || lpad((${n} % 10000)::text, 4, '0')`
