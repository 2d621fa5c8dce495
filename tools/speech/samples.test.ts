import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { interpret } from '#server/conversation/interpret.ts'
import { contextOf, type Line, readCorpus } from './corpus.ts'
import { isRight, type Row, summarise } from './score.ts'

const folder = fileURLToPath(new URL('samples/', import.meta.url))
const lines = readCorpus(readdirSync(folder).map((name) => `${folder}${name}`))

const rowOf = (line: Line): Row => ({
  line,
  got: interpret({ step: line.step, text: line.text, context: contextOf(line) }),
})
const rows = lines.map(rowOf)

// Covers: speech-1
describe('readings of the samples', () => {
  it('are right in at least 96 of 100 and harmful in at most 1 of 100', () => {
    const { n, accuracy, harmful } = summarise(rows)
    expect(accuracy).toBeGreaterThanOrEqual(96)
    expect(harmful / n).toBeLessThanOrEqual(0.01)
  })

  it('book no wrong time and opt no person out by mistake', () => {
    const { wrongBookings, falseOptOuts, missedRecordOffs } = summarise(rows)
    expect({ wrongBookings, falseOptOuts }).toEqual({ wrongBookings: 0, falseOptOuts: 0 })
    expect(missedRecordOffs).toBeLessThanOrEqual(1)
  })

  it('place wished calls in the wished window', () => {
    const { callbackTimes, rightCallbackTimes } = summarise(rows)
    expect(rightCallbackTimes / callbackTimes).toBeGreaterThanOrEqual(0.97)
  })

  // Covers: speech-2
  it('do not change with hesitations, punctuation and case', () => {
    const changes: readonly ((text: string) => string)[] = [
      (text) => `um ${text}`,
      (text) => `Ah, ${text}...`,
      (text) => `${text}, um`,
      (text) => text.replace(' ', ', uh, '),
      (text) => text.charAt(0).toUpperCase() + text.slice(1),
      (text) => `${text}!`,
    ]
    const changed = rows.flatMap(({ line, got }, index) => {
      const text = changes[index % changes.length]?.(line.text) ?? line.text
      const again = rowOf({ ...line, text }).got
      return again.label === got.label ? [] : [`${text}: ${got.label}, ${again.label}`]
    })
    expect(changed).toEqual([])
  })

  it('take less than 5 milliseconds of the processor each', () => {
    const start = process.threadCpuUsage()
    lines.forEach(rowOf)
    const { user, system } = process.threadCpuUsage(start)
    expect((user + system) / 1000 / lines.length).toBeLessThan(5)
  })
})

describe('the score', () => {
  const line: Line = {
    ...{ id: '1', group: 'menu', step: 'confirm', context: { about: 'optout' }, text: 'yes', label: 'yes' },
    ...{ value: null, mustNot: ['no'], harm: 3 },
  }
  const slots: Line = {
    ...{ ...line, step: 'slots', label: 'slot', value: 'either', mustNot: ['option_4', 'slot:a'] },
    context: { offered: ['a', 'b'] },
  }
  it.each<[string, Row, boolean]>([
    ['an opt-out as the yes to one', { line, got: { label: 'option_4' } }, true],
    ['an opt-out as the no to one', { line: { ...line, label: 'no' }, got: { label: 'option_4' } }, false],
    ['a time for either', { line: slots, got: { label: 'slot', value: 'b' } }, true],
    [
      'another time for neither',
      { line: { ...slots, value: 'neither' }, got: { label: 'slot', value: 'other:5' } },
      true,
    ],
    [
      'an offered time for neither',
      { line: { ...slots, value: 'neither' }, got: { label: 'slot', value: 'a' } },
      false,
    ],
  ])('judges %s', (_, row, right) => expect(isRight(row)).toBe(right))

  it('counts forbidden readings as harmful', () => {
    const booked: Row = { line: { ...slots, value: 'neither' }, got: { label: 'slot', value: 'a' } }
    expect(summarise([booked])).toMatchObject({ n: 1, harmful: 1, harm3: 1, wrongBookings: 1 })
  })
})
