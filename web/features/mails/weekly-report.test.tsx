import { describe, expect, it } from 'vitest'
import type { MailDocument, MailFacts } from '#contract/microsites/pages.ts'
import { lender, mailFacts } from '#test/page-facts.ts'
import { renderMail } from './render-mail.tsx'

const whole = mailFacts.weekly_report
const mail = (facts: Partial<MailFacts['weekly_report']> = {}): MailDocument =>
  renderMail('weekly_report', lender, { ...whole, ...facts })
const nothing = { calls: 0, reached: 0, responseRate: null, meetings: 0, applications: 0, cost: [] }
const [spring, autumn] = whole.campaigns

describe('the mail of a week', () => {
  // Covers: analytics-figures-13
  it('says the same in its text as in its table and lists', () => {
    const { text, html } = mail()
    expect(text).toContain(`Hello Petra,

Mon 16 to Sun 22 Nov 2026, compared with the week before.

Calls: 1,220 (the week before: 900)
Answered by a person: 480 (the week before: 300)
Response rate: 12.5% (the week before: 10.0%)
Meetings: 3 (the week before: 0)
Accreditations: 2 (the week before: 0)
Cost of calls: $96.00 (the week before: $45.00)
Cost of a call: $0.20 (the week before: $0.15)
Cost of a meeting: $32.00 (the week before: –)
Cost of an accreditation: $48.00 (the week before: –)

Campaigns
- Spring offer: 800 calls, 15.0% responded. That is 7.3 points more than the others (between 3.6 and 10.7).
- Autumn offer: 20 calls, 10.0% responded. Too few calls to tell whether it differs from the others.
- and 1 more

Best hour
Tuesday, 10 am in the broker’s local time: a person answered 55.0% of 200 calls, with 95% certainty between 48.1% and 61.7%. In the whole week 39.3% of all calls were answered by a person.

Changes in this week
- Tue 17 Nov: Campaign created: Autumn offer

What needs someone
5 open tasks, 1 overdue.
- Call back: 4, 1 overdue
- Meeting wanted: 1

Open the tasks:
${whole.tasksUrl}

Open these days in Analytics:
${whole.url}

You get this email because you switched it on. Stop the Monday email:
${whole.unsubscribeUrl}`)
    expect(html.match(/<tr>/g)).toHaveLength(10)
    for (const item of text.matchAll(/^- (.+)$/gm)) expect(html).toContain(item[1])
  })

  // Covers: analytics-figures-13
  it('says in one sentence that nobody was called, and keeps what needs someone', () => {
    const idle = mail({ current: nothing, previous: nothing, campaigns: [], moreCampaigns: 0 })
    expect(idle.subject).toBe('Mon 16 to Sun 22 Nov 2026: no calls')
    expect(idle.text).toContain('Hello Petra,\n\nNo calls were made from Mon 16 to Sun 22 Nov 2026.\n\n')
    expect(idle.html).not.toContain('<table')
    expect(idle.text).not.toMatch(/Calls: 0|Best hour|Campaigns/)
    expect(idle.text).toContain('5 open tasks, 1 overdue.')
    const came = mail({
      current: { ...nothing, meetings: 1, applications: 2 },
      campaigns: [],
      moreCampaigns: 0,
    })
    expect(came.text).toContain(
      'from Mon 16 to Sun 22 Nov 2026 (the week before: 900); 1 meeting and 2 accreditations came in all the same.',
    )
  })

  it('leaves out what there is nothing to say of', () => {
    const { text, html } = mail({ changes: [], tasks: [], campaigns: [], moreCampaigns: 0 })
    for (const part of [text, html]) expect(part).not.toMatch(/What changed|What needs|Campaigns|open task/)
  })

  // Covers: dashboard-5, analytics-figures-13
  it('claims no best hour where chance would explain it', () => {
    expect(mail({ hours: { ...whole.hours, best: null } }).text).toContain(
      'Best hour\n39.3% of all calls were answered by a person. No hour is clearly better than the others.',
    )
  })

  // Covers: analytics-figures-13
  it('puts every verdict on a campaign in plain words', () => {
    const difference = { points: -4.2, low: -8.1, high: -0.3, verdict: 'less' as const }
    const said = (over: object) => mail({ campaigns: spring ? [{ ...spring, ...over }] : [] }).text
    expect(said({ difference })).toContain('That is 4.2 points less than the others (between 0.3 and 8.1).')
    expect(said({ difference: { ...difference, verdict: 'no_difference' } })).toContain(
      'No clear difference from the others.',
    )
    expect(said({ difference: null })).toMatch(/Spring offer: 800 calls, 15.0% responded\.\n/)
    expect(said({ label: null, share: null, difference: null })).toContain(
      'A campaign that is gone: 800 calls, none has ended yet.',
    )
    expect(autumn?.difference?.verdict).toBe('too_few')
  })

  it('divides no cost in several currencies, and tells a register that was imported twice once', () => {
    const cost = [
      { currency: 'AUD', amount: '9.6000', calls: 80 },
      { currency: 'USD', amount: '3.0000', calls: 20 },
    ]
    const imported = { day: 'Tue 17 Nov', text: 'Register imported: Banned and disqualified' }
    const { text } = mail({
      current: { ...whole.current, cost },
      previous: nothing,
      changes: [imported, imported],
    })
    expect(text).toContain('Cost of calls: $9.60 + US$3.00 (the week before: –)')
    expect(text).not.toContain('Cost of a call')
    expect(text.match(/Register imported/g)).toHaveLength(1)
  })
})
