import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpret } from './interpret.ts'
import type { Context, Step } from './reading.ts'
import { stopWordings, stopWords } from './vocabulary/stop-words.ts'

const now = new Date('2026-12-01T01:30:00Z')
const menu: Context = { menu: ['option_1', 'option_2', 'option_3', 'option_4'], now }
const labelOf = (text: string, step: Step = 'menu', context: Context = menu): string =>
  interpret({ step, text, context }).label

/** A clear sentence for each label of the menu. */
const sentences: Record<string, readonly string[]> = {
  option_1: ['send me the link', 'text it to me', 'i want the details by text'],
  option_2: ['book me a meeting', 'i would like to meet the bdm', "let's catch up over coffee"],
  option_3: ['start my accreditation', 'i want to get accredited', 'send the accreditation form'],
  option_4: ['stop calling me', 'take me off your list', "don't ring this number again"],
  operator: ['put me through to a person', 'can i speak to someone', 'get me a human'],
  record_off: ['stop recording', "i don't want to be recorded", 'turn the recording off'],
  callback: ['call me back tomorrow at ten', 'ring me after three', 'try me again on friday'],
  busy_now: ["i'm driving", "i'm with a client", "i can't talk right now"],
  wrong_number: ["you've got the wrong number", 'he does not work here anymore'],
  question: ['who is this', "what's the rate", 'where did you get my number'],
  no: ['not interested', "it's not for us", "i'll pass"],
  yes: ['sounds good', 'yes', 'that works'],
  hold_on: ['hang on a second', 'bear with me'],
}
const all = Object.entries(sentences).flatMap(([label, texts]) => texts.map((text) => ({ label, text })))
const sentence = fc.constantFrom(...all)

const before = fc.constantFrom('', 'um ', 'uh ', 'ah, ', 'er ', 'you know ', 'hi ', 'hmm ', 'um, uh ')
const after = fc.constantFrom(
  '',
  ' please',
  ' thanks',
  ' mate',
  ' um',
  ', thank you',
  ' please mate',
  ' cheers',
)
const end = fc.constantFrom('', '.', '!', '...', '. ')
const casing = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
)

// Covers: speech-2
describe('a reading', () => {
  it.each(all)('of $text is $label', ({ text, label }) => expect(labelOf(text)).toBe(label))

  it('does not change with hesitations, courtesies, punctuation and case', () => {
    fc.assert(
      fc.property(sentence, before, after, end, casing, ({ text, label }, first, last, mark, cased) => {
        expect(labelOf(cased(`${first}${text}${last}${mark}`))).toBe(label)
      }),
      { numRuns: 1000 },
    )
  })

  it('is that of the words after "no wait"', () => {
    const marker = fc.constantFrom('. No wait, ', ' no wait ', '... no, wait. ', '. No, wait, ')
    fc.assert(
      fc.property(sentence, marker, sentence, (first, between, second) => {
        expect(labelOf(`${first.text}${between}${second.text}`)).toBe(second.label)
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same for the same input, and never fails', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.constantFrom('menu', 'slots', 'sms', 'greeting', 'confirm', 'inbound'),
        (text, step) => {
          const context = {
            ...menu,
            offered: ['Wed 2 Dec 10:00 am'],
            called: 'Sam',
            about: 'optout',
          } as const
          expect(interpret({ step, text, context })).toEqual(interpret({ step, text, context }))
        },
      ),
    )
  })

  it.each([
    'stop the ',
    'dont want to be ',
    'not ',
    'no wait ',
    'call me at three or ',
    '“',
    'to stop ',
    'one of your ',
    'please ',
  ])('of a long repetition of %j takes less than half a second', (part) => {
    const start = performance.now()
    for (const step of ['menu', 'slots', 'sms', 'greeting'] as const)
      labelOf(part.repeat(Math.floor(2000 / part.length)), step)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

// Covers: speech-3
describe('opt-outs', () => {
  const steps: readonly Step[] = ['menu', 'inbound', 'sms', 'greeting', 'slots', 'confirm']
  const context: Context = {
    ...menu,
    about: 'link',
    called: 'Sam',
    offered: ['Wed 2 Dec 10:00 am', 'Wed 2 Dec 2:00 pm'],
  }

  it.each(stopWordings)('%j alone is one at every step', (text) => {
    for (const step of steps) expect(labelOf(text, step, context), step).toBe('option_4')
  })

  it('count as a sentence of their own, whatever the other sentences request', () => {
    const labelIn = (text: string) => interpret({ step: 'menu', text }).label
    expect(labelIn('Stop. And text me the link.')).toBe('option_4')
    expect(labelIn('Take me off your list! Book me a meeting on Tuesday.')).toBe('option_4')
    expect(labelIn('Text me the link. Stop calling me.')).toBe('option_4')
  })

  it('need a stop word of the vocabulary', () => {
    const words = [
      ...all.flatMap(({ text }) => text.split(' ')),
      ...[
        'call',
        'calls',
        'ring',
        'list',
        'number',
        'again',
        'please',
        'me',
        'your',
        'want',
        'any',
        'more',
        'texts',
        'ever',
        'name',
      ],
    ].filter((word) => !stopWords.has(word.replaceAll("'", '')))
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { maxLength: 14 }),
        fc.constantFrom(...steps),
        (parts, step) => {
          expect(interpret({ step, text: parts.join(' '), context }).optOut).not.toBe('clear')
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are clear exactly where the label is option 4', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...stopWordings, ...all.map(({ text }) => text)), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom(...steps),
        (parts, step) => {
          const { label, optOut } = interpret({ step, text: parts.join('. '), context })
          expect(optOut === 'clear').toBe(label === 'option_4')
        },
      ),
      { numRuns: 1000 },
    )
  })
})

const HOURS = [
  'twelve',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
]
const wordOf = (hour: number): string => HOURS[hour % 12] ?? ''
const halfOf = (hour: number): string => (hour < 12 ? 'am' : 'pm')

/** Ways to say a full hour. */
const spelledForms = (hour: number): string[] => {
  const [word, digits, half] = [wordOf(hour), String(hour % 12 || 12), halfOf(hour)]
  const spaced = half.split('').join(' ')
  return [
    `${word} ${half}`,
    `${digits} ${half}`,
    `${digits}${half}`,
    `${digits}:00 ${half}`,
    `${digits}.00${half}`,
    `${word} o'clock`,
    `${word} oclock`,
    `${digits} o'clock`,
    `at ${word} ${spaced}`,
    `${digits} ${half.charAt(0)}.m. please`,
    `the ${word} o'clock thanks`,
    `${word} ${hour < 12 ? 'in the morning' : 'in the arvo'}`,
    `i'll take ${word} ${half}`,
    `um, ${word} ${half} works`,
    `yeah let's do ${digits} ${half}`,
  ]
}

// Covers: speech-4
describe('offered times', () => {
  const hours = [9, 10, 11, 12, 13, 14, 15, 16, 17]
  const pair = fc.tuple(fc.constantFrom(...hours), fc.constantFrom(...hours)).filter(([a, b]) => a < b)
  const offerOf = (hour: number): string => `Wed 2 Dec ${hour % 12 || 12}:00 ${halfOf(hour)}`
  const contextOf = ([first, second]: readonly [number, number]): Context => ({
    now,
    offered: [offerOf(first), offerOf(second)],
  })

  it('are recognised in every spelled form', () => {
    fc.assert(
      fc.property(pair, fc.boolean(), (offered, isFirst) => {
        const hour = isFirst ? offered[0] : offered[1]
        for (const text of spelledForms(hour)) {
          expect(interpret({ step: 'slots', text, context: contextOf(offered) }), text).toMatchObject({
            label: 'slot',
            value: offerOf(hour),
          })
        }
      }),
    )
  })

  it('are not matched by another hour', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(...hours), (offered, hour) => {
        fc.pre(!offered.some((each) => each % 12 === hour % 12))
        for (const text of spelledForms(hour)) {
          const { label, value } = interpret({ step: 'slots', text, context: contextOf(offered) })
          expect(label === 'slot' && contextOf(offered).offered?.includes(String(value)), text).toBe(false)
        }
      }),
    )
  })

  it('have the same readings from both texts of an offer', () => {
    const offered = ['2026-12-01T23:00:00Z', '2026-12-02T03:00:00Z']
    const spoken = ['Wednesday 2 December at 10 am', 'Wednesday 2 December at 2 pm']
    const value = (text: string) =>
      interpret({ step: 'slots', text, context: { now, offered, spoken } }).value
    expect([value('ten'), value('the second'), value('tomorrow at two')]).toEqual([
      offered[0],
      offered[1],
      offered[1],
    ])
  })
})
