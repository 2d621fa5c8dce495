import type { ReactElement, ReactNode } from 'react'
import type { Lender, LivePage } from '#contract/microsites/pages.ts'
import type { SiteAssets } from '#contract/microsites/site-assets.ts'
import { brandCss } from '#web/lib/brand-palette.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

export interface DocumentProps {
  /** Before the lender's name in the browser's tab. */
  title: string
  description: string
  /** Canonical address. */
  url: string
  lender: Lender
  assets: SiteAssets
  /** False for pages that open with a personal link, and for missing pages. */
  indexed: boolean
  /** Links the style sheet and uses a small subset of the font, so that the page is small at each request. */
  light?: boolean
  children: ReactNode
}

interface LiveProps extends Omit<DocumentProps, 'children'> {
  /** The part that the browser hydrates: rendered separately, so that ids are the same on both sides. */
  page: LivePage
  facts: unknown
  markup: string
}

/** `</script>` inside the facts would end the element that carries them. */
const asScript = (facts: unknown): string => JSON.stringify(facts).replaceAll('<', '\\u003c')

/** The whole HTML document of a page that needs no script. */
export function StillDocument({ children, ...props }: DocumentProps): ReactElement {
  return (
    <html lang="en-AU">
      <Head {...props} preload={[]} />
      <Body lender={props.lender}>
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </Body>
    </html>
  )
}

/** The whole HTML document of a page that the browser hydrates with the same facts. */
export function LiveDocument({ page, facts, markup, ...props }: LiveProps): ReactElement {
  const { script, preload } = props.assets
  return (
    <html lang="en-AU">
      <Head {...props} preload={preload[page] ?? []} />
      <Body lender={props.lender}>
        <main
          id="main"
          tabIndex={-1}
          className="outline-none"
          data-page={page}
          // until hydration: an earlier submit would be a native one
          inert
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the page
          dangerouslySetInnerHTML={{ __html: markup }}
        />
        <noscript>
          <p className="mx-auto max-w-3xl px-5 pb-10">
            This page needs JavaScript. You can also call {props.lender.name}
            {props.lender.contactPhone && ` on ${props.lender.contactPhone}`}.
          </p>
        </noscript>
        <script
          id="facts"
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
          dangerouslySetInnerHTML={{ __html: asScript(facts) }}
        />
        {script && <script type="module" src={script} />}
      </Body>
    </html>
  )
}

/** The whole HTML document of a page without the lender's details, because the database is unavailable. */
export function FaultDocument(props: { title: string; css: string; children: ReactNode }): ReactElement {
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{props.title}</title>
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's style sheet */}
        <style dangerouslySetInnerHTML={{ __html: props.css }} />
      </head>
      <body className="flex min-h-dvh flex-col">
        <main id="main">{props.children}</main>
      </body>
    </html>
  )
}

type HeadProps = Omit<DocumentProps, 'children'> & { preload: readonly string[] }

/** Search engines and previews cut longer ones anyway. */
const MAX_DESCRIPTION = 300

/** Latin-1 letters of Inter in the weights of the site: less than half of the full file. Decision 038 says how it is made. */
const SMALL_FONT = '/inter-latin-1.woff2'
/** Without quotes, which React would escape. */
const SMALL_FONT_CSS = `@font-face{font-family:Inter Small;font-weight:400 700;font-display:optional;src:url(${SMALL_FONT})}
:root{--font-sans:Inter Small,Inter Fallback,ui-sans-serif,system-ui,sans-serif}`

function Head(props: HeadProps): ReactElement {
  const { title, description, url, lender, assets, indexed, light = false, preload } = props
  const summary = summarise(description)
  const font = light ? SMALL_FONT : assets.font
  const brand = brandCss(lender.brand.colour)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} | ${lender.name}`}</title>
      <meta name="description" content={summary} />
      {indexed ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={summary} />
      <meta property="og:type" content="website" />
      {indexed && <meta property="og:url" content={url} />}
      <meta property="og:site_name" content={lender.name} />
      <meta property="og:locale" content="en_AU" />
      <meta name="twitter:card" content="summary" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1918" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      {/* a page rendered before all of it has arrived would move while it is read */}
      <link rel="expect" href="#footer" blocking="render" />
      {font && <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />}
      {preload.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {light ? (
        <>
          {assets.cssUrl && <link rel="stylesheet" href={assets.cssUrl} />}
          <style>{SMALL_FONT_CSS}</style>
        </>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's style sheet
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
      )}
      {brand && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made of computed colours, see brand-palette.ts
        <style dangerouslySetInnerHTML={{ __html: brand }} />
      )}
    </head>
  )
}

function summarise(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`
}

function Body({ lender, children }: { lender: Lender; children: ReactNode }): ReactElement {
  return (
    <body className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-lg bg-primary px-4 py-2.5 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10"
      >
        Skip to content
      </a>
      <SiteHeader lender={lender} />
      {children}
      <SiteFooter lender={lender} />
    </body>
  )
}
