import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditLabels } from '#contract/accounts/audit-labels.ts'
import { actions, staffRoles } from '#contract/policy.ts'
import { SECRET_VARIABLES } from '#server/config/secret-files.ts'
import { endpoints } from '#server/endpoints.ts'
import { isProduct, sourceFiles } from './sources.ts'

const root = new URL('../../', import.meta.url).pathname
const page = (name: string): string => readFileSync(`${root}docs/${name}`, 'utf8')
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
/** Cells of the rows whose first cell is a name in back quotes. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '))
const sources = sourceFiles(root).filter(({ path }) => isProduct(path))

describe('the pages on security', () => {
  // Covers: http-conventions-3
  it('give every table of the database one level of protection', () => {
    const schema = readFileSync(`${root}server/schema.gen.ts`, 'utf8')
    const [, inside = ''] = /export interface DB \{([^}]*)\}/.exec(schema) ?? []
    const tables = [...inside.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    expect(tables.length).toBeGreaterThan(50)
    const levels = page('security/data.md')
      .split('\n')
      .filter((line) => /^\| \w+ \| `/.test(line))
    expect(levels.flatMap(quoted).toSorted()).toEqual(tables.toSorted())
  })

  // Covers: http-conventions-3
  it('say for each role what it may do', () => {
    const rows = rowsOf(page('security/access.md'))
    const expected = Object.entries(actions).map(([action, roles]: [string, readonly string[]]) => [
      `\`${action}\``,
      ...staffRoles.map((role) => (roles.includes(role) ? 'yes' : '–')),
    ])
    expect(rows).toEqual(expected)
  })

  // Covers: http-conventions-3
  it('name every limit of requests', () => {
    const limits = endpoints.flatMap(({ method, path, limit }) =>
      limit ? [[`\`${method} ${path}\``, String(limit.requests), String(limit.minutes)]] : [],
    )
    expect(rowsOf(page('security/limits.md')).toSorted()).toEqual(limits.toSorted())
  })

  // Covers: http-conventions-3
  it('name every noun of the audit log', () => {
    const nouns = new Set(Object.keys(auditLabels).map((action) => action.split('.')[0]))
    const [, list = ''] = /Nouns:([\s\S]*?)\. `/.exec(page('security/logs.md')) ?? []
    expect(quoted(list).toSorted()).toEqual([...nouns].toSorted())
  })

  // Covers: http-conventions-3
  it('name every file that uses cryptography, and every one that opens a connection', () => {
    const uses = (pattern: RegExp): string[] =>
      sources
        .filter(({ path, text }) => path.startsWith('server/') && pattern.test(text))
        .map(({ path }) => path)
    const cryptography = page('security/cryptography.md')
    for (const path of uses(/from 'node:crypto'/)) expect(cryptography, path).toContain(`\`${path}\``)
    const connections = page('security/connections.md')
    const opens =
      /\bcreateConnection\(|[^.\w]fetch\(|from 'node:(http|https|tls)'|import (pg|SMTPConnection)\b|new (S3Client|VapiClient)\(/
    const files = uses(opens).filter((path) => !/type\.ts$/.test(path))
    expect(files.length).toBeGreaterThan(10)
    // which serves, and opens nothing
    const serves = ['server/platform/http/slow-bodies.ts', 'server/platform/http/unread-requests.ts']
    for (const path of files.filter((file) => !serves.includes(file)))
      expect(connections, path).toContain(`\`${path}\``)
  })

  // Covers: http-conventions-3
  it('name files that there are', () => {
    for (const name of ['cryptography', 'connections', 'sign-in', 'limits', 'access']) {
      const paths = quoted(page(`security/${name}.md`)).filter((text) =>
        /^(server|contract)\/.*\.ts$/.test(text),
      )
      for (const path of paths)
        expect(
          sources.map((source) => source.path),
          name,
        ).toContain(path)
    }
  })

  // Covers: http-conventions-3
  it('tell which secrets may lie in files', () => {
    for (const name of SECRET_VARIABLES) expect(page('operations.md')).toContain(`\`${name}\``)
  })
})
