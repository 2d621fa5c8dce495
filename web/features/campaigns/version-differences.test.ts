import { describe, expect, it } from 'vitest'
import { versionDifferences } from './version-differences.ts'

const version = {
  ...{ product: 'Harbour Variable', rate: '6.140', rateType: 'p.a. variable' },
  ...{ callScript: 'Hello {{firstName}}, our rate is now lower.', aiPersonality: 'friendly' as const },
  ...{ aiPrompt: null, aiInstructions: null },
}

describe('what a version of the script changed', () => {
  // Covers: campaigns-list-9
  it('is told word by word, only where something changed', () => {
    const after = { ...version, callScript: 'Hello {{firstName}}, our rate is much lower.', rate: '6.09' }
    expect(versionDifferences(after, version)).toEqual([
      {
        label: 'Rate',
        parts: [
          { text: '6.14% p.a. variable', kind: 'removed' },
          { text: '6.09% p.a. variable', kind: 'added' },
        ],
      },
      {
        label: 'Call script',
        parts: [
          { text: 'Hello {{firstName}}, our rate is ', kind: 'same' },
          { text: 'now', kind: 'removed' },
          { text: 'much', kind: 'added' },
          { text: ' lower.', kind: 'same' },
        ],
      },
    ])
  })
  it('is all that the first one says', () => {
    expect(versionDifferences(version, undefined).map(({ label }) => label)).toEqual([
      'Product',
      'Rate',
      'Call script',
      'AI personality',
    ])
  })
  it('of very long texts is the one for the other, so that the page does not wait', () => {
    const [long, longer] = ['a '.repeat(20_000), 'b '.repeat(20_000)]
    const parts = versionDifferences({ ...version, aiPrompt: longer }, { ...version, aiPrompt: long })[0]
      ?.parts
    expect(parts?.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})
