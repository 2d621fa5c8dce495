import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Facts, FOLDER, fileOf, type State, variants } from './shoot.ts'

const states: readonly State[] = ['data', 'empty', 'failed']
/** Most that a screen's parts may move while it loads. */
const MAX_SHIFT = 0.02

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes a page with all pictures next to each other. @returns the summary */
export async function writeSheet(): Promise<string> {
  const list = join(FOLDER, 'facts.jsonl')
  if (!existsSync(list)) return 'No picture was taken.'
  const facts = new Map<string, Facts>()
  for (const line of readFileSync(list, 'utf8').trim().split('\n')) {
    const fact = JSON.parse(line) as Facts // written by `shoot`
    facts.set(`${fact.name} ${fact.state}`, fact)
  }
  const taken = [...facts.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || states.indexOf(a.state) - states.indexOf(b.state),
  )
  const moved = taken.filter(({ shift }) => shift > MAX_SHIFT)
  const wide = taken.filter(({ sideways }) => Object.keys(sideways).length > 0)
  const figures = ({ shift, sideways }: Facts): string =>
    [
      `layout shift ${shift.toFixed(3)}`,
      ...Object.entries(sideways).map(([variant, pixels]) => `${variant} ${pixels} px too wide`),
    ].join(' · ')
  const rows = taken.map((fact) => {
    const pictures = variants.map(({ name, size }) => {
      const file = `${fileOf(fact.name, fact.state)}--${name}.png`
      const width = size.width > 1000 ? 560 : 200
      return `<a href="${file}"><img loading="lazy" width="${width}" src="${file}" alt="${escaped(fact.name)}, ${fact.state}, ${name}"></a>`
    })
    return `<section><h2>${escaped(fact.name)} <small>${fact.state} · ${figures(fact)}</small></h2><div>${pictures.join('')}</div></section>`
  })
  const page = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>All screens</title><style>
body{font:14px system-ui;margin:16px;background:#777;color:#fff}section{break-inside:avoid;margin-bottom:24px}
h2{font-size:16px;margin:0 0 6px}small{font-weight:normal;opacity:.8}div{display:flex;gap:8px;align-items:flex-start}
img{display:block}</style><h1>${taken.length} states of ${new Set(taken.map(({ name }) => name)).size} screens and dialogs</h1>
${rows.join('\n')}</html>`
  writeFileSync(join(FOLDER, 'index.html'), page)
  return [
    `${taken.length * variants.length} pictures of ${taken.length} states: test-results/screens/index.html`,
    ...moved.map((fact) => `moves while it loads: ${fact.name}, ${fact.state} (${fact.shift.toFixed(3)})`),
    ...wide.map(
      (fact) =>
        `wider than the screen: ${fact.name}, ${fact.state} (${Object.keys(fact.sideways).join(', ')})`,
    ),
  ].join('\n')
}
