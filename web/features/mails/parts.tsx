import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { webLink } from '#web/features/site/links.ts'

export const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const colours = {
  page: '#f8f7f5',
  card: '#ffffff',
  ink: '#1f1d1b',
  soft: '#5c5751',
  line: '#e7e4df',
  link: '#0f5f5c',
  quote: '#f2f0ed',
}

/** Colours of links and buttons: the product's, or the lender's own. */
export interface MailColours {
  link: string
  button: string
  onButton: string
}
export const MailColoursOf = createContext<MailColours>({
  link: colours.link,
  button: colours.link,
  onButton: '#ffffff',
})

export function Title({ children }: { children: ReactNode }): ReactElement {
  return (
    <h1
      className="ink"
      style={{ margin: '0 0 16px', color: colours.ink, fontSize: 24, lineHeight: '30px', fontWeight: 600 }}
    >
      {children}
    </h1>
  )
}

export function Text({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="ink" style={{ margin: '0 0 16px', color: colours.ink, lineHeight: '25px' }}>
      {children}
    </p>
  )
}

/** Secondary text, smaller and fainter. */
export function Remark({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="soft" style={{ margin: '0 0 16px', color: colours.soft, fontSize: 14, lineHeight: '21px' }}>
      {children}
    </p>
  )
}

/** A link in a sentence; the bare text where the address is none that may be opened. */
export function MailLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  const { link } = useContext(MailColoursOf)
  const address = webLink(href)
  if (!address) return <>{children}</>
  return (
    <a className="link" href={address} style={{ color: link, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

/** The one button of a mail. Its border is its size: Outlook leaves padding out. */
export function Action({ href, children }: { href: string; children: ReactNode }): ReactElement | null {
  const { button, onButton } = useContext(MailColoursOf)
  const address = webLink(href)
  if (!address) return null
  return (
    <>
      <p style={{ margin: '24px 0 12px' }}>
        <a
          className="button"
          href={address}
          style={{
            display: 'inline-block',
            background: button,
            border: `solid ${button}`,
            borderWidth: '12px 22px',
            borderRadius: 8,
            color: onButton,
            fontWeight: 600,
            lineHeight: '22px',
            textDecoration: 'none',
          }}
        >
          {children}
        </a>
      </p>
      <p
        className="soft"
        style={{
          margin: '0 0 16px',
          color: colours.soft,
          fontSize: 13,
          lineHeight: '19px',
        }}
      >
        If the button does not open, copy this address:
        <br />
        <MailLink href={address}>{address}</MailLink>
      </p>
    </>
  )
}

/** Name and value below each other, with hairlines between. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}): ReactElement {
  return (
    <div style={{ margin: '20px 0' }}>
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="rule"
          style={{ borderTop: `1px solid ${colours.line}`, padding: '10px 0' }}
        >
          <p className="soft" style={{ margin: 0, color: colours.soft, fontSize: 13, lineHeight: '19px' }}>
            {name}
          </p>
          <p
            className="ink"
            style={{ margin: 0, color: colours.ink, lineHeight: '24px', whiteSpace: 'pre-line' }}
          >
            {value}
          </p>
        </div>
      ))}
    </div>
  )
}

/** A quotation of a person's own text. */
export function Quote({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div
      className="quote"
      style={{ margin: '0 0 16px', padding: '14px 16px', background: colours.quote, borderRadius: 8 }}
    >
      <p className="soft" style={{ margin: '0 0 4px', color: colours.soft, fontSize: 13 }}>
        {title}
      </p>
      <p
        className="ink"
        style={{ margin: 0, color: colours.ink, lineHeight: '24px', whiteSpace: 'pre-line' }}
      >
        {children}
      </p>
    </div>
  )
}
