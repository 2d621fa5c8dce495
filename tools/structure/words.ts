import { parseSync } from 'oxc-parser'
import type { SourceFile } from './sources.ts'

/** Words that personify code or hide its terms; allowed where a person asks, says or is told. */
const ODD = new RegExp(
  `\\b(?:${[
    ...[
      'told',
      'tells?',
      'telling',
      'hears?',
      'heard',
      'hearing',
      'asks?',
      'asked',
      'asking',
      'known',
      'knows',
    ],
    ...['whoever', 'whom', 'stands?', 'stood', 'lies', 'lay', 'comes?', 'came', 'goes', 'went', 'taken in'],
    ...[
      'takes? in',
      'put right',
      'puts? right',
      'worked out',
      'works? out',
      'looked at',
      'looks? at',
      'let out',
    ],
    ...[
      'lets? out',
      'beside',
      'nobody',
      'at once',
      'anew',
      'of its own accord',
      'by itself',
      'by themselves',
    ],
    ...['what is', 'what was', 'what has', 'says?', 'said', 'finds? out', 'believes?', 'wants?'],
  ].join('|')})\\b`,
  'gi',
)
/** Per 1,000 words of comments. */
const LIMIT = 3

/** Fails when comments use more odd words than the limit; names the files that use most. */
export function checkWords(files: readonly SourceFile[], limit = LIMIT): string[] {
  let words = 0
  const odd = files.map(({ path, text }) => {
    let count = 0
    for (const { value } of parseSync(path, text).comments) {
      words += value.match(/[a-z’']+/gi)?.length ?? 0
      count += value.match(ODD)?.length ?? 0
    }
    return { path, count }
  })
  const total = odd.reduce((sum, { count }) => sum + count, 0)
  if (total * 1000 <= limit * words) return []
  const worst = odd
    .sort((a, b) => b.count - a.count)
    .slice(0, 5)
    .map(({ path, count }) => `${path} (${count})`)
  const rate = ((total * 1000) / words).toFixed(1)
  return [
    `Comments use ${rate} odd words per 1,000, more than ${limit}: use the terms of the field. Most: ${worst.join(', ')}`,
  ]
}
