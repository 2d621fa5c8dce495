import type { ReactNode } from 'react'
import { PROFESSIONALS_ONLY } from '#contract/microsites.ts'
import type { Lender, SiteAssets } from '#contract/pages.ts'

interface Props {
  title: string
  description: string
  url: string
  lender: Lender
  assets: SiteAssets
  /** Where set, the browser takes the page over with these facts. */
  live?: { page: string; facts: unknown }
  children: ReactNode
}

/** `</script>` inside the facts would end the element that carries them. */
const asScript = (facts: unknown): string => JSON.stringify(facts).replaceAll('<', '\\u003c')

/** The whole HTML document of a public page. */
export function Document({ title, description, url, lender, assets, live, children }: Props) {
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <meta property="og:url" content={url} />
        <meta property="og:site_name" content={lender.name} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's style sheet */}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        {live && assets.preload.map((href) => <link key={href} rel="modulepreload" href={href} />)}
      </head>
      <body>
        <div id="page" data-page={live?.page}>
          {children}
        </div>
        <footer>
          <p>{PROFESSIONALS_ONLY}</p>
        </footer>
        {live && (
          <script
            id="facts"
            type="application/json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
            dangerouslySetInnerHTML={{ __html: asScript(live.facts) }}
          />
        )}
        {live && assets.script && <script type="module" src={assets.script} />}
      </body>
    </html>
  )
}
