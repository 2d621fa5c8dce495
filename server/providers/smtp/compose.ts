import MailComposer from 'nodemailer/lib/mail-composer'
import type { OutgoingMail } from '../ports/messaging.ts'

export interface ComposedMail {
  envelope: { from: string; to: string[] }
  raw: Buffer
}

/**
 * The mail as sent: HTML with a text part; an invitation both as an alternative, which calendars use to offer
 * acceptance, and as a file. A recurring mail contains an unsubscribe link.
 */
export async function composeMail(mail: OutgoingMail, from: string): Promise<ComposedMail> {
  const composer = new MailComposer({
    from: { name: mail.fromName, address: from },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    messageId: `<${mail.messageId}>`,
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    ...(mail.invitation && {
      icalEvent: { method: mail.invitation.method, filename: 'invite.ics', content: mail.invitation.ics },
    }),
    // suppresses automatic replies such as out-of-office notes: RFC 3834
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...(mail.unsubscribeUrl !== null && unsubscribeHeaders(mail.unsubscribeUrl)),
    },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const message = composer.compile()
  const { to } = message.getEnvelope()
  const raw = await message.build()
  return { envelope: { from, to: [to].flat() }, raw }
}

/** For the button of mail programs: RFC 2369, and RFC 8058 for one click, which requires TLS. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}
