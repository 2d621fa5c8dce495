// Splits a sentence where a person corrects themselves: 'the first, no wait, the second'.

export interface Segment {
  words: string
  /** How the words before are taken back: `certain` in so many words, `likely` only by another wish that follows. */
  takesBack: 'certain' | 'likely' | null
}

const NUMBER =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|first|second|third|\\d+)'
const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today)'
const CERTAIN = [
  '(?:(?:no|nah|oh|ah|sorry|actually) )+(?:wait|hang on|hold on|sorry|actually|i mean|i meant|scratch that|make it|make that|rather)(?: (?:actually|sorry|i mean|i meant|scratch that|make it|make that))*(?! (?:(?:a|one|just a|half a) (?:sec|second|minute|min|moment|tick|mo|bit) |for |there |on ))',
  'wait (?:no|sorry|actually|i mean|i meant)(?: (?:actually|sorry|i meant|i mean))*',
  '(?:hang on|hold on) (?:no|actually|sorry|i mean|i meant|scratch that)(?: (?:wait|i mean|i meant|actually))*',
  '(?:no |nah |actually |oh )*(?:scratch|strike|forget|cancel|scrap|delete|undo|disregard|ignore) that(?: (?:actually|i meant|i mean|last bit))*(?! (?:meeting|link|one|booking))',
  '(?:no |nah |actually )*i take (?:that|it) back',
  '(?:no |nah |actually |haha |ha ha |lol )*(?:im |i am |just |only |im just |im only |haha |ha ha |lol )(?:kidding|joking|pulling your leg|messing)(?: actually)*',
  '(?:no |nah |actually )*on second thoughts?(?: actually)*',
  '(?:no |nah |actually |sorry )*(?:ive )?changed my mind(?: (?:actually|about that))*',
  '(?:no |nah |actually )*let me (?:rephrase|start again|correct that|try again)(?: that)?',
  '(?:you know what|tell you what|better idea|correction)(?: (?:actually|just))*',
  'i (?:meant|mean) to say',
  'oops(?: (?:sorry|i meant|i mean))*',
  'my (?:mistake|bad)(?: i meant)?',
  `(?<= (?:${NUMBER}|${DAY}|pm|am|oclock|hundred|one|morning|arvo|link|meeting|accreditation)) (?:no|nah)(?= (?:the |on |at |option |number )?(?:${NUMBER}|${DAY}|link|meeting|accreditation) )`,
  'slip of the tongue',
].map((source) => (source.startsWith('(?<=') ? source : ` ${source}`))
const LIKELY = [
  'actually(?: (?:can|no))?',
  'sorry(?: (?:i meant|i mean|make it|make that))?',
  'i (?:meant|mean)',
  'or rather',
  'make (?:it|that)(?= )',
  'better (?:still|yet)',
  'hang on',
  'wait(?! a| for| there| till| until| on)',
].map((source) => ` ${source}`)

const certain = new RegExp(`(?:${CERTAIN.join('|')})(?= )`, 'y')
const likely = new RegExp(`(?:${LIKELY.join('|')})(?= )`, 'y')

/** @param words between spaces, with bars between sentences */
export function splitCorrections(words: string): Segment[] {
  const segments: Segment[] = []
  let [start, takesBack]: [number, Segment['takesBack']] = [0, null]
  const push = (end: number) =>
    segments.push({
      words: ` |${words.slice(start, end)} | `.replaceAll(/ +/g, ' ').replaceAll(/(?: \|)+(?= )/g, ' |'),
      takesBack,
    })
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) {
    const found = markerAt(words, at)
    // nothing is taken back at the start of the sentence, nor by a marker after which nothing follows
    if (!found || isBlank(words.slice(found.end))) continue
    if (isBlank(words.slice(start, at))) {
      // 'no wait' before the first words takes nothing back
      if (/ (?:wait|hang on|hold on)/.test(words.slice(at, found.end))) start = found.end
      at = found.end - 1
      continue
    }
    push(at)
    ;[start, takesBack] = [found.end, found.takesBack]
    at = found.end - 1
  }
  push(words.length)
  return segments
}

const isBlank = (words: string): boolean => /^[ |]*$/.test(words)

function markerAt(words: string, at: number): { end: number; takesBack: 'certain' | 'likely' } | null {
  for (const [pattern, takesBack] of [
    [certain, 'certain'],
    [likely, 'likely'],
  ] as const) {
    pattern.lastIndex = at
    const match = pattern.exec(words)
    if (match) return { end: at + match[0].length, takesBack }
  }
  return null
}
