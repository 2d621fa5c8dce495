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

  it('is a number that the person repeats, and none where they name two', () => {
    expect(labelOf('four definitely four')).toBe('option_4')
    expect(labelOf('two, yes, two please')).toBe('option_2')
    expect(labelOf('one, I said one')).toBe('option_1')
    expect(labelOf('two or three')).toBe('unclear')
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

  it('are the same with hesitations, courtesies, punctuation and case', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stopWordings),
        fc.tuple(before, after, end, casing),
        fc.constantFrom(...steps),
        (wording, [first, last, mark, cased], step) => {
          expect(labelOf(cased(`${first}${wording}${last}${mark}`), step, context)).toBe('option_4')
        },
      ),
      { numRuns: 1000 },
    )
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

/** A time of day, on the hour or half past. */
interface Time {
  hour: number
  isHalf: boolean
}

/** Ways to say a time, as recognisers and phones write it. */
const spelledForms = ({ hour, isHalf }: Time): string[] => {
  const [word, digits, half] = [wordOf(hour), String(hour % 12 || 12), halfOf(hour)]
  const spaced = half.split('').join(' ')
  const part = hour < 12 ? 'in the morning' : 'in the arvo'
  return isHalf
    ? [
        `half past ${word}`,
        `half past ${digits}`,
        `half ${word}`,
        `${word} thirty`,
        `${digits}:30`,
        `${digits}.30`,
        `${digits} 30`,
        `${hour}:30`,
        `${word} thirty ${half}`,
        `${digits}:30 ${half}`,
        `${digits}.30${half}`,
        `at half past ${word} please`,
        `the ${word} thirty thanks`,
        `half past ${word} ${part}`,
        `i'll take ${word} thirty ${spaced}`,
        `um, half past ${word} works`,
        `yeah let's do ${digits}:30`,
      ]
    : [
        `${word} ${half}`,
        `${digits} ${half}`,
        `${digits}${half}`,
        `${digits}:00 ${half}`,
        `${digits}.00${half}`,
        `${hour}:00`,
        `${word} o'clock`,
        `${word} oclock`,
        `${digits} o'clock`,
        `at ${word} ${spaced}`,
        `${digits} ${half.charAt(0)}.m. please`,
        `the ${word} o'clock thanks`,
        `${word} ${part}`,
        `i'll take ${word} ${half}`,
        `um, ${word} ${half} works`,
        `yeah let's do ${digits} ${half}`,
      ]
}

// Covers: speech-4
describe('offered times', () => {
  const times: Time[] = [9, 10, 11, 12, 13, 14, 15, 16, 17].flatMap((hour) => [
    { hour, isHalf: false },
    { hour, isHalf: true },
  ])
  const minutesOf = ({ hour, isHalf }: Time): number => hour * 60 + (isHalf ? 30 : 0)
  const time = fc.constantFrom(...times)
  const pair = fc.tuple(time, time).filter(([a, b]) => minutesOf(a) < minutesOf(b))
  const offerOf = ({ hour, isHalf }: Time): string =>
    `Wed 2 Dec ${hour % 12 || 12}:${isHalf ? '30' : '00'} ${halfOf(hour)}`
  const contextOf = (offered: readonly Time[]): Context => ({ now, offered: offered.map(offerOf) })

  it('are recognised in every spelled form, on the hour and half past', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(0, 1), (offered, index) => {
        const wished = offered[index]
        for (const text of spelledForms(wished)) {
          expect(interpret({ step: 'slots', text, context: contextOf(offered) }), text).toMatchObject({
            label: 'slot',
            value: offerOf(wished),
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are recognised where one time is offered', () => {
    for (const each of times)
      for (const text of spelledForms(each))
        expect(interpret({ step: 'slots', text, context: contextOf([each]) }), text).toMatchObject({
          label: 'slot',
          value: offerOf(each),
        })
  })

  it('are not matched by another hour', () => {
    fc.assert(
      fc.property(pair, time, (offered, other) => {
        fc.pre(!offered.some(({ hour }) => hour % 12 === other.hour % 12))
        for (const text of spelledForms(other)) {
          const { label, value } = interpret({ step: 'slots', text, context: contextOf(offered) })
          expect(label === 'slot' && contextOf(offered).offered?.includes(String(value)), text).toBe(false)
        }
      }),
      { numRuns: 60 },
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
