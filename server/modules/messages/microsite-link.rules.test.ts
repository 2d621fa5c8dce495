import { describe, expect, it } from 'vitest'
import { micrositeTarget, tagOf } from './microsite-link.rules.ts'

describe('where the link of an SMS leads', () => {
  // Covers: messages-16
  it('names the broker and where the visit came from', () => {
    expect(
      micrositeTarget({ slug: 'spring', brokerId: 7, campaignId: 3, campaign: 'Spring Rate – 2026!' }),
    ).toBe(
      '/microsite/spring?broker=7&utm_source=brokerline&utm_medium=sms&utm_campaign=spring-rate-2026&utm_content=call',
    )
  })

  it('leaves out a broker that is not known, and names a campaign by number where its name gives no tag', () => {
    expect(micrositeTarget({ slug: 'spring', brokerId: null, campaignId: 3, campaign: '利率' })).toBe(
      '/microsite/spring?utm_source=brokerline&utm_medium=sms&utm_campaign=campaign-3&utm_content=call',
    )
  })

  it.each([
    ['  Zoë’s  Café ', 'zoe-s-cafe'],
    ['---', ''],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
    ['<script>', 'script'],
  ])('writes %j as the tag %j', (name, tag) => {
    expect(tagOf(name)).toBe(tag)
  })
})
