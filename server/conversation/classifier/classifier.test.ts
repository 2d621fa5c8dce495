import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, readExamples } from '#tools/speech/train.ts'
import { interpret } from '../interpret.ts'
import { classify } from './classifier.ts'
import weights from './weights.gen.json' with { type: 'json' }

const examples = readExamples()

describe('the classifier', () => {
  it('has the weights of its examples; otherwise run `node tools/speech/train.ts`', () => {
    expect(weights.fingerprint).toBe(fingerprintOf(examples))
  })

  it('reads at least 93% of its own examples as labelled', () => {
    const right = examples.filter(
      ({ text, situation, label }) => classify(text, situation)[0]?.label === label,
    )
    expect(right.length / examples.length).toBeGreaterThan(0.93)
  })

  it.each([
    ['voice', 'would you be so kind as to scratch my number from whatever you keep', 'option_4'],
    ['voice', 'look i just need to see it written down on my mobile', 'option_1'],
    ['greeting', 'good morning wattle park lending this is jess speaking who would you like', 'receptionist'],
    ['greeting', 'the person you are after has asked me to find out who is calling', 'screener'],
    ['sms', 'couldnt open that link can u send it thru again', 'option_1'],
    ['confirm', 'nope wrong one mate', 'no'],
  ] as const)('in %s, reads "%s", which is no example, as %s', (situation, text, label) => {
    expect(examples.map((each) => each.text)).not.toContain(text)
    expect(classify(text, situation)[0]?.label).toBe(label)
  })

  it('gives probabilities that add up to 1, and none for a text of unknown words', () => {
    const total = classify('call me tomorrow', 'voice').reduce((sum, { probability }) => sum + probability, 0)
    expect(total).toBeCloseTo(1)
    expect(classify('', 'voice')).toEqual([])
    expect(classify('purple xyzzy elephants', 'voice')).toEqual([])
  })

  it.each(['banana', 'not again', 'the blue one', 'mhm what'])('affirms nothing with "%s"', (text) => {
    for (const about of ['slot', 'link', 'callback', 'optout'] as const)
      expect(interpret({ step: 'confirm', text, context: { about } }).label).not.toBe('yes')
  })

  it('reads no opt-out of an automatic message that mentions one', () => {
    const text = 'Out of office. To unsubscribe from our newsletter click unsubscribe.'
    expect(interpret({ step: 'sms', text })).toMatchObject({ label: 'machine', optOut: 'none' })
  })

  it('reads no opt-out in words without a stop word, however similar', () => {
    const word = fc.constantFrom(
      'please',
      'you',
      'people',
      'mate',
      'do',
      'not',
      'want',
      'i',
      'me',
      'any',
      'this',
      'today',
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
        expect(interpret({ step: 'menu', text: words.join(' ') }).label).not.toBe('option_4')
      }),
    )
  })
})
