import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sentBytes } from '#test/product/sent-bytes.ts'

const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url))
const LIMIT_KB = 250

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

describe('the portal', () => {
  const manifest = JSON.parse(readFileSync(`${dist}portal.json`, 'utf8')) as Record<string, Chunk> // Vite's format

  // Covers: broker-portal-screens-16
  it('needs less than 250 kB, compressed, of script and style for a broker who is signed in', () => {
    if (!manifest['portal.html']?.isEntry) throw new Error('the manifest has no portal')
    const signedIn = Object.keys(manifest).find((name) => name.endsWith('/SignedIn.tsx'))
    if (!signedIn) throw new Error('the manifest has no SignedIn.tsx')
    const needed = new Set<string>()
    const visit = (name: string): void => {
      const chunk = manifest[name]
      if (!chunk || needed.has(chunk.file)) return
      needed.add(chunk.file)
      for (const style of chunk.css ?? []) needed.add(style)
      for (const imported of chunk.imports ?? []) visit(imported)
    }
    visit('portal.html')
    visit(signedIn)
    const kb = [...needed].reduce((sum, file) => sum + sentBytes(dist + file), 0) / 1000
    console.log(`the portal, signed in: ${kb.toFixed(1)} kB`)
    expect(kb).toBeGreaterThan(50)
    expect(kb).toBeLessThan(LIMIT_KB)
  })

  // Covers: broker-portal-screens-16
  it('loads nothing of the console', () => {
    const foreign = Object.keys(manifest).filter((name) =>
      /features\/(dashboard|campaigns|calls|brokers|imports|microsites|documents)\//.test(name),
    )
    expect(foreign).toEqual([])
    const text = Object.values(manifest)
      .map(({ file }) => readFileSync(dist + file, 'utf8'))
      .join('')
    for (const words of [
      'Campaign Dashboard',
      'Broker Directory',
      '/api/campaigns/:id/start-calls',
      '/api/calls/:id/waveform',
    ])
      expect(text.includes(words), words).toBe(false)
  })
})
