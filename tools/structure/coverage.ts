import { type CallExpression, parseSync, Visitor } from 'oxc-parser'
import { isTest, type SourceFile } from './sources.ts'

const KEY = /^- `(?<key>[\w-]+)` (?<asks>.+)$/
const COVERS = /^\s*Covers: (?<keys>[\w-]+(?:, [\w-]+)*)\s*$/

export interface TitledTest {
  title: string
  /** Offset of its statement in the file. */
  start: number
}

/** The tests and groups of a file by their titles, also those of `it.each`, in the order of the file. */
export function titledTests({ path, text }: SourceFile): TitledTest[] {
  const found: TitledTest[] = []
  const { program } = parseSync(path, text)
  new Visitor({
    ExpressionStatement({ expression, start }) {
      if (expression.type !== 'CallExpression' || !/^(it|test|describe)\b/.test(text.slice(start, start + 9))) return
      const title = titleOf(expression, text)
      if (title !== undefined) found.push({ title, start })
    },
  }).visit(program)
  return found.sort((a, b) => a.start - b.start)
}

function titleOf({ arguments: [first] }: CallExpression, text: string): string | undefined {
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value
  return first?.type === 'TemplateLiteral' ? text.slice(first.start + 1, first.end - 1) : undefined
}

/** Titles of tests by the requirement that a comment above them names: `// Covers: dashboard-3, live-calls-1`. */
function coveringTests(files: readonly SourceFile[]): { tests: Map<string, string[]>; problems: string[] } {
  const tests = new Map<string, string[]>()
  const problems: string[] = []
  for (const file of files.filter(({ path, text }) => isTest(path) && text.includes('// Covers: '))) {
    const titled = titledTests(file)
    for (const { value, end } of parseSync(file.path, file.text).comments) {
      const keys = COVERS.exec(value)?.groups?.keys?.split(', ') ?? []
      const test = titled.find(({ start }) => start > end)
      if (keys.length > 0 && !test) problems.push(`${file.path}: "${value.trim()}" stands above no test`)
      for (const key of keys) tests.set(key, [...(tests.get(key) ?? []), test?.title ?? ''])
    }
  }
  return { tests, problems }
}

/**
 * docs/coverage.md, from the requirements and the comments of the tests.
 * @param requirements docs/requirements.md: headings, and a line "- `key` sentence" for each requirement
 * @returns the text, and what is missing: requirements without a test, comments without a requirement
 */
export function coverageOf(
  requirements: string,
  files: readonly SourceFile[],
): { text: string; problems: string[] } {
  const { tests, problems } = coveringTests(files)
  const seen = new Set<string>()
  const lines = requirements.split('\n').flatMap((line, index, all) => {
    const { key, asks } = KEY.exec(line)?.groups ?? {}
    if (key === undefined || asks === undefined) return [line]
    if (seen.has(key)) problems.push(`docs/requirements.md:${index + 1}: "${key}" is there twice`)
    seen.add(key)
    const titles = [...new Set(tests.get(key))]
    if (titles.length === 0) problems.push(`docs/requirements.md:${index + 1}: no test covers "${key}"`)
    const row = `| ${asks} | ${titles.map((title) => `\`${title}\``).join(', ')} |`
    return KEY.test(all[index - 1] ?? '') ? [row] : ['| Requirement | Tests |', '| --- | --- |', row]
  })
  for (const key of tests.keys()) {
    if (!seen.has(key)) problems.push(`docs/requirements.md: a test covers "${key}", which is not there`)
  }
  return { text: `${lines.join('\n').trimEnd()}\n`.replace('# Requirements', '# Coverage'), problems }
}
