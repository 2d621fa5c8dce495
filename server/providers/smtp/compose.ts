import MailComposer from 'nodemailer/lib/mail-composer'
import type { OutgoingMail } from '../ports/messaging.ts'

export interface ComposedMail {
  envelope: { from: string; to: string[] }
  raw: Buffer
}

/**
 * The mail as it goes over the wire: HTML with a text part; an invitation both as an alternative, by which calendars
 * offer to accept, and as a file. No List-Unsubscribe: only what a person asked for is sent.
 */
export async function composeMail(mail: OutgoingMail, from: string): Promise<ComposedMail> {
  const composer = new MailComposer({
    from: { name: mail.fromName, address: from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    messageId: `<${mail.messageId}>`,
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    ...(mail.invitation && {
      icalEvent: { method: mail.invitation.method, filename: 'invite.ics', content: mail.invitation.ics },
    }),
    // answers by robots, such as out-of-office notes, are asked not to come: RFC 3834
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const message = composer.compile()
  const { to } = message.getEnvelope()
  const raw = await message.build()
  return { envelope: { from, to: [to].flat() }, raw }
}
