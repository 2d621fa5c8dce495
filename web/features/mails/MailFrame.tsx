import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { PROFESSIONALS_ONLY } from '#contract/microsites/microsites.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import { brandPalette, type SchemeColours, shownPalette } from '#web/lib/brand-palette.ts'
import { senderLines } from './mail.ts'
import { colours, font, MailColoursOf } from './parts.tsx'

type LenderLogo = NonNullable<Lender['brand']['logo']>

interface MailFrameProps {
  lender: Lender
  subject: string
  preview: string
  children: ReactNode
}

// Every mail program reads inline styles; these rules serve only programs with support for dark schemes.
const darkOf = ({
  primary,
  onPrimary,
  link,
}: MailDark): string => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#131211!important}.card{background:#1a1918!important;border-color:#2d2a28!important}
.ink{color:#f3f1ee!important}.soft{color:#b3ada6!important}.link{color:${link}!important}
.rule{border-color:#2d2a28!important}.quote{background:#201e1d!important}
.logo{background:#ffffff!important;padding:6px 10px!important}
.button{background:${primary}!important;border-color:${primary}!important;color:${onPrimary}!important}}`

type MailDark = Pick<SchemeColours, 'primary' | 'onPrimary' | 'link'>

const hidden = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  opacity: 0,
  msoHide: 'all',
} as CSSProperties // Outlook's own property

/** Padding that keeps body text out of the inbox preview. */
const FILLER = '\u034f\u00a0'.repeat(60)

/** The document around every mail: preview text, lender's name, content, sender and recipient. */
export function MailFrame({ lender, subject, preview, children }: MailFrameProps): ReactElement {
  const palette = brandPalette(lender.brand.colour)
  const document = (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant with computed colours */}
        <style dangerouslySetInnerHTML={{ __html: darkOf(shownPalette(lender.brand.colour).dark) }} />
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: colours.page }}>
        <div style={hidden}>
          {preview}
          {FILLER}
        </div>
        <div
          className="page"
          style={{ background: colours.page, padding: '32px 16px', fontFamily: font, fontSize: 16 }}
        >
          <div style={{ maxWidth: 560, margin: '0 auto' }}>
            <p className="ink" style={{ margin: '0 0 16px', color: colours.ink, fontWeight: 600 }}>
              {lender.brand.logo ? <MailLogo logo={lender.brand.logo} name={lender.name} /> : lender.name}
            </p>
            <div
              className="card"
              style={{
                background: colours.card,
                border: `1px solid ${colours.line}`,
                borderRadius: 12,
                padding: '28px 24px 12px',
                // only what is longer than a line breaks within a word: an address
                overflowWrap: 'anywhere',
              }}
            >
              {children}
            </div>
            <div
              className="soft"
              style={{ margin: '20px 0 0', color: colours.soft, fontSize: 13, lineHeight: '20px' }}
            >
              {senderLines(lender).map((line) => (
                <p key={line} style={{ margin: 0 }}>
                  {line}
                </p>
              ))}
              <p style={{ margin: '8px 0 0' }}>{PROFESSIONALS_ONLY}</p>
            </div>
          </div>
        </div>
      </body>
    </html>
  )
  if (!palette) return document
  const { link, primary: button, onPrimary: onButton } = palette.light
  return <MailColoursOf value={{ link, button, onButton }}>{document}</MailColoursOf>
}

const LOGO_HEIGHT = 40
const LOGO_WIDEST = 240

/** The alt text is styled like the name, for programs that block images. */
function MailLogo({ logo, name }: { logo: LenderLogo; name: string }): ReactElement {
  const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDEST / logo.width)
  return (
    <img
      className="logo"
      src={logo.url}
      alt={name}
      width={Math.max(1, Math.round(logo.width * scale))}
      height={Math.max(1, Math.round(logo.height * scale))}
      style={{ display: 'block', border: 0, borderRadius: 6, fontSize: 16, fontWeight: 600 }}
    />
  )
}
