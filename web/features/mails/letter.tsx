import { greeting, type Mail, oneLine, quoted } from './mail.ts'
import { Action, Quote, Remark, Text, Title } from './parts.tsx'

export interface Letter {
  subject: string
  preview?: string
  title: string
  name: string
  /** Paragraphs. */
  said: readonly string[]
  list?: readonly string[]
  /** A quotation of a person's own text. */
  quote?: { title: string; text: string } | null
  action?: { href: string; label: string }
  /** In small print at the end. */
  remark?: string
}

/** The layout of most mails: greeting, message, one action. */
export function letter({ title, name, said, list = [], quote, action, remark, ...head }: Letter): Mail {
  const items = list.map(oneLine)
  return {
    subject: head.subject,
    preview: head.preview ?? said[0] ?? title,
    body: (
      <>
        <Title>{title}</Title>
        <Text>{greeting(name)}</Text>
        {said.map((paragraph) => (
          <Text key={paragraph}>{paragraph}</Text>
        ))}
        {items.length > 0 && (
          <ul style={{ margin: '0 0 16px', paddingLeft: 20 }}>
            {items.map((item) => (
              <li key={item} style={{ marginBottom: 4 }}>
                {item}
              </li>
            ))}
          </ul>
        )}
        {quote && <Quote title={quote.title}>{quote.text}</Quote>}
        {action && <Action href={action.href}>{action.label}</Action>}
        {remark && <Remark>{remark}</Remark>}
      </>
    ),
    text: [
      greeting(name),
      ...said,
      items.length > 0 ? items.map((item) => `- ${item}`).join('\n') : null,
      quote ? `${quote.title}:\n${quoted(quote.text)}` : null,
      action ? `${action.label}:\n${action.href}` : null,
      remark ?? null,
    ],
  }
}
