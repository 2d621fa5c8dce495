import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Pages, SiteAssets } from '#contract/pages.ts'

const DIST = new URL('../../../dist/', import.meta.url)
const ENTRY = 'entries/site.tsx'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The public pages as built: one bundle that holds components and React. @throws when the build is missing */
export async function loadPages(): Promise<Pages> {
  const bundle = new URL('pages/pages.js', DIST)
  const { createPages } = (await import(bundle.href)) as { createPages(assets: SiteAssets): Pages } // web/entries/pages.tsx
  return createPages(await readAssets())
}

async function readAssets(): Promise<SiteAssets> {
  const manifest = new URL('web/files.json', DIST)
  if (!existsSync(manifest)) return { css: '', script: null, preload: [] }
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, Chunk> // Vite's format
  const entry = chunks[ENTRY]
  if (!entry) throw new Error(`The build has no ${ENTRY}.`)
  const styles = (entry.css ?? []).map((file) => readFile(new URL(`web/${file}`, DIST), 'utf8'))
  return {
    css: (await Promise.all(styles)).join('\n'),
    script: `/${entry.file}`,
    preload: [...importsOf(chunks, entry)].map((file) => `/${file}`),
  }
}

function importsOf(chunks: Record<string, Chunk>, chunk: Chunk, seen: Set<string> = new Set()): Set<string> {
  for (const name of chunk.imports ?? []) {
    const imported = chunks[name]
    if (!imported || seen.has(imported.file)) continue
    seen.add(imported.file)
    importsOf(chunks, imported, seen)
  }
  return seen
}
