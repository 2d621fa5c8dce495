import { describe, expect, it } from 'vitest'
import { PROFESSIONALS_ONLY } from '#contract/microsites/microsites.ts'
import type { MailDocument, MailFacts, MailKind } from '#contract/microsites/pages.ts'
import { bareLender, lender, mailFacts, meeting, withText } from '#test/page-facts.ts'
import { quoted } from './mail.ts'
import { renderMail } from './render-mail.tsx'

const kinds = Object.keys(mailFacts) as MailKind[] // the keys of the facts
const mail = <Kind extends MailKind>(kind: Kind, facts: Partial<MailFacts[Kind]> = {}): MailDocument =>
  renderMail(kind, lender, { ...mailFacts[kind], ...facts })
const links = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe('subjects', () => {
  // Covers: public-pages-mails-14
  it('say what happened', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind, mail(kind).subject]))).toEqual({
      booking_unconfirmed: 'Confirm your meeting: Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
      booking_confirmed: 'Meeting booked: Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
      booking_moved: 'Meeting moved to Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
      booking_updated: 'New video link: your meeting on Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
      booking_cancelled: 'Meeting cancelled: Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
      booking_reminder: 'Tomorrow: your meeting with Sam Lee',
      booking_notice: 'New meeting: Petra Novak, Novak Broking, Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT',
      link_requested: 'Premium Home Loan: the link you asked for',
      draft_saved: 'Your accreditation draft is saved',
      verify_email: 'Verify your email address',
      account_exists: 'You already have an account',
      reset_password: 'Set a new password',
      staff_invited: 'You are invited to the Brokerline team of Lumen & Sons',
      account_changed: 'Your password was changed',
      document_decided: 'Please upload again: Photo ID',
      document_asked: 'Please upload: Photo ID',
      document_required: 'Required from 24 December 2026: Photo ID',
      document_expiring: 'Expires in 30 days: Photo ID',
      document_expired: 'Expired: Photo ID',
      tasks_digest: '2 open tasks',
      bdm_brief: 'Your meetings on Tue 24 Nov: 1 meeting',
      weekly_report: 'Mon 16 to Sun 22 Nov 2026: 1,220 calls, 3 meetings',
      documents_expiring_staff: '1 document expires soon',
      compliance_alert: '1 broker needs a compliance review',
      staff_report: 'Credit representatives: 1 row cannot be read',
      appeal_answered: 'Your appeal about October 2026 was upheld',
      contest_received: 'We have your contest of a decision',
      contest_answered: 'Your contest of a decision: the decision is changed',
      decisions_link: 'The decisions of our programs about you',
      complaint_received: 'We have your complaint, no. 12',
      complaint_answered: 'Your complaint no. 12: partly upheld',
      standstill: 'Brokerline stands still while calls are due',
      accreditation_changed: 'Your accreditation with Lumen & Sons has lapsed',
      application_received: 'We have your accreditation application',
      application_decided: 'You are accredited with Lumen & Sons',
    })
    expect(mail('application_decided', { outstanding: ['Photo ID'] }).subject).toBe(
      'Your accreditation application was approved',
    )
    expect(mail('booking_reminder', { ahead: 'hour' }).subject).toBe(
      'Within the hour: your meeting with Sam Lee',
    )
    expect(mail('booking_notice', { change: 'moved' }).subject).toMatch(/^Meeting moved: Petra/)
    expect(mail('booking_notice', { change: 'updated' }).subject).toMatch(/^New video link: Petra/)
    expect(mail('booking_notice', { change: 'cancelled' }).subject).toMatch(/^Meeting cancelled: Petra/)
    expect(mail('application_decided', { status: 'declined' }).subject).toMatch(/declined$/)
    expect(mail('application_decided', { status: 'info_requested' }).subject).toMatch(
      /needs more information$/,
    )
  })

  // Covers: public-pages-mails-14
  it.each(kinds)('%s stays one short line, whatever its facts hold', (kind) => {
    for (const text of ['a\r\nBcc: x@example.com', 'a\u2028b\u0000c\u0085d', 'long '.repeat(500)]) {
      const { subject } = renderMail(kind, withText(lender, text), withText(mailFacts[kind], text))
      expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u)
      expect(subject.length).toBeLessThanOrEqual(180)
    }
  })
})

describe('both parts', () => {
  // Covers: public-pages-mails-12
  it.each(kinds)('of %s name the lender, how to reach it and for whom this is', (kind) => {
    const { html, text } = mail(kind)
    expect(html).toContain('Lumen &amp; Sons')
    for (const part of [
      PROFESSIONALS_ONLY,
      'Lumen Street Lending Pty Ltd · ABN 23 990 000 014',
      '1800 160 401',
    ]) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
    expect(text).toMatch(/^Hello Petra|^Hello,|^A meeting was booked/)
    expect(text).not.toMatch(/[<>]|&amp;|undefined|null/)
  })

  // Covers: public-pages-mails-12
  it.each(kinds)('of %s lead to the same places, and the HTML has one button', (kind) => {
    const { html, text } = mail(kind)
    // a person without an account has nothing to open
    const count = kind === 'complaint_received' || kind === 'complaint_answered' ? 0 : 1
    expect(html.match(/class="button"/g) ?? []).toHaveLength(count)
    expect(links(html).length).toBeGreaterThanOrEqual(count)
    for (const href of links(html)) expect(text).toContain(href)
  })

  // Covers: public-pages-mails-12
  it.each(kinds)('of %s do without what a lender has not set', (kind) => {
    const { html, text } = renderMail(kind, bareLender, mailFacts[kind])
    expect(text).not.toMatch(/ABN|·|undefined/)
    expect(html).not.toContain('ABN')
    expect(text.trimEnd().endsWith(`-- \nLumen\n\nLumen\n\n${PROFESSIONALS_ONLY}`)).toBe(true)
  })

  // Covers: public-pages-mails-12
  it('tell everything about the meeting', () => {
    const { html, text } = mail('booking_confirmed')
    for (const part of [
      meeting.when,
      meeting.bdmName,
      'Product discussion',
      meeting.attendees,
      'Company income.',
    ]) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
    expect(text).toContain('Agenda:\n  Company income.\n  Offset on splits.')
    expect(text).toContain('Video call: https://meet.example/lumen')
    const without = mail('booking_confirmed', { videoLink: null, agenda: null })
    expect(without.text).toContain('Video call: link will be sent')
    expect(without.html).toContain('Video call (link will be sent)')
    expect(without.text + without.html).not.toContain('Agenda')
  })

  // Covers: public-pages-mails-13
  it('ask "Not you?" where a link attributed the booking, and only there', () => {
    const attributed = mail('booking_confirmed')
    expect(attributed.html).toMatch(/Not you\? <a [^>]*href="[^"]*manage\/token"[^>]*>Cancel<\/a>/)
    expect(attributed.text).toContain(
      `Not you? Cancel the meeting and nobody will expect you:\n${meeting.manageUrl}`,
    )
    const own = mail('booking_confirmed', { attributed: false })
    expect(own.html + own.text).not.toContain('Not you?')
  })

  it('open the video call from a reminder, and the booking where there is no link', () => {
    expect(mail('booking_reminder').html).toMatch(/class="button" href="https:\/\/meet\.example\/lumen"/)
    expect(mail('booking_reminder').text).toContain(meeting.manageUrl)
    expect(mail('booking_reminder', { videoLink: null }).html).toMatch(
      /class="button" href="[^"]*manage\/token"/,
    )
  })

  it('hold what the reviewer wrote, and nothing where there is no reason', () => {
    expect(mail('application_decided').text).toContain('A note from the reviewer:\n  Welcome aboard.')
    const silent = mail('application_decided', { reason: null })
    expect(silent.html + silent.text).not.toContain('note from the reviewer')
  })
})

describe('what comes from outside', () => {
  const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
  // Covers: public-pages-mails-7
  it.each(kinds)('is escaped in %s', (kind) => {
    const { html } = renderMail(kind, withText(lender, hostile), withText(mailFacts[kind], hostile))
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img|<script/)
  })

  // Covers: public-pages-mails-7
  it('never becomes a link that runs something', () => {
    const { html } = mail('booking_confirmed', { videoLink: 'javascript:alert(1)' })
    expect(links(html).filter((href) => !href.startsWith('https://'))).toEqual([])
  })

  // Covers: public-pages-mails-14
  it('cannot pretend to be a paragraph of ours in the text part', () => {
    const { text } = mail('booking_confirmed', {
      name: 'Petra\n\nReschedule or cancel:\nhttps://evil.example',
    })
    expect(text.split('\n')[0]).toBe('Hello Petra Reschedule or cancel: https://evil.example,')
    expect(quoted('one\r\ntwo\u2028three')).toBe('  one\n  two\n  three')
  })
})
