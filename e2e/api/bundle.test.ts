import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sentBytes } from '#test/product/sent-bytes.ts'

const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url))
const LIMIT_KB = 250

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

/** Compressed bytes of script of the given chunks and all their static imports. */
function compressedScript(manifest: Record<string, Chunk>, names: readonly string[]): number {
  const needed = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  const scripts = [...needed].filter((file) => file.endsWith('.js'))
  return scripts.reduce((sum, file) => sum + sentBytes(dist + file), 0)
}

describe('the console', () => {
  // Covers: console-toasts-13, public-pages-mails-9
  it('needs less than 250 kB of compressed script before its first screen, signed in or not', () => {
    const manifest = JSON.parse(readFileSync(`${dist}files.json`, 'utf8')) as Record<string, Chunk> // Vite's format
    const entry = 'index.html'
    if (!manifest[entry]?.isEntry) throw new Error('the manifest has no console')
    for (const screen of ['LandingPage', 'DashboardPage']) {
      const page = Object.keys(manifest).find((name) => name.includes(screen))
      if (!page) throw new Error(`the manifest has no ${screen}`)
      const kb = compressedScript(manifest, [entry, page]) / 1000
      console.log(`first load with ${screen}: ${kb.toFixed(1)} kB`)
      expect(kb).toBeGreaterThan(20)
      expect(kb).toBeLessThan(LIMIT_KB)
    }
  })
})
