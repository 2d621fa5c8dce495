import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { LivePage, Pages } from '#contract/microsites/pages.ts'
import type { SiteAssets } from '#contract/microsites/site-assets.ts'

const DIST = new URL('../../dist/', import.meta.url)
const ENTRY = 'entries/site.tsx'
/** Starts React in the browser. */
const HYDRATE = 'features/site/hydrate.tsx'

/** Source path of each hydrated page's component; its script is loaded with the page. */
const sources: Record<LivePage, string> = {
  booking: 'features/site/booking/BookingPage.tsx',
  decisions: 'features/site/decisions/OwnDecisionsPage.tsx',
  manageBooking: 'features/site/booking/ManagePage.tsx',
  accreditation: 'features/site/accreditation/AccreditationPage.tsx',
}

/** The address of a font in a style sheet. */
const FONT = /url\("?([^)"]+\.woff2)"?\)/

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** The public pages as built: one bundle that holds components and React. @throws when the build is missing */
export async function loadPages(): Promise<Pages> {
  const bundle = new URL('pages/pages.js', DIST)
  const { createPages } = (await import(bundle.href)) as { createPages(assets: SiteAssets): Pages } // web/entries/pages.tsx
  return createPages(await readAssets())
}

async function readAssets(): Promise<SiteAssets> {
  const file = new URL('web/site.json', DIST)
  if (!existsSync(file)) return { css: '', cssUrl: null, font: null, script: null, preload: {} }
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest // Vite's format
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The build has no ${ENTRY}.`)
  const [sheet] = entry.css ?? []
  const styles = (entry.css ?? []).map((name) => readFile(new URL(`web/${name}`, DIST), 'utf8'))
  const css = (await Promise.all(styles)).join('\n').trim()
  return {
    css,
    cssUrl: sheet === undefined ? null : `/${sheet}`,
    font: FONT.exec(css)?.[1] ?? null,
    script: `/${entry.file}`,
    preload: {
      booking: preloadOf(manifest, 'booking'),
      decisions: preloadOf(manifest, 'decisions'),
      manageBooking: preloadOf(manifest, 'manageBooking'),
      accreditation: preloadOf(manifest, 'accreditation'),
    },
  }
}

/** All static imports of the page's script, so that the browser fetches them in parallel. */
function preloadOf(manifest: Manifest, page: LivePage): string[] {
  const found = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(ENTRY)
  visit(sources[page])
  visit(HYDRATE)
  found.delete(manifest[ENTRY]?.file ?? '')
  return [...found].map((file) => `/${file}`)
}
