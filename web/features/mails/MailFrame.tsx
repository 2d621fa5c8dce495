import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { PROFESSIONALS_ONLY } from '#contract/microsites.ts'
import type { Lender } from '#contract/pages.ts'
import { senderLines } from './mail.ts'
import { colours, font } from './parts.tsx'

interface MailFrameProps {
  lender: Lender
  subject: string
  preview: string
  children: ReactNode
}

// Inline styles are what every mail program reads; these only where a program knows the reader's dark scheme.
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#131211!important}.card{background:#1a1918!important;border-color:#2d2a28!important}
.ink{color:#f3f1ee!important}.soft{color:#b3ada6!important}.link{color:#5cc8be!important}
.rule{border-color:#2d2a28!important}.quote{background:#201e1d!important}
.button{background:#2a9d94!important;border-color:#2a9d94!important;color:#04201e!important}}`

const hidden = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  opacity: 0,
  msoHide: 'all',
} as CSSProperties // Outlook's own property

/** Padding that keeps body text out of the inbox preview. */
const FILLER = '\u034f\u00a0'.repeat(60)

/** The document around every mail: preview, lender's name, the text, who sent it and for whom it is. */
export function MailFrame({ lender, subject, preview, children }: MailFrameProps): ReactElement {
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
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
              {lender.name}
            </p>
            <div
              className="card"
              style={{
                background: colours.card,
                border: `1px solid ${colours.line}`,
                borderRadius: 12,
                padding: '28px 24px 12px',
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
}
