import { expect, it } from 'vitest'
import { checkHazards, checkPackages } from './hazards.ts'
import { sourceFiles } from './sources.ts'

const files = sourceFiles(new URL('../..', import.meta.url).pathname)

// Covers: http-conventions-4
it.each([
  ['eval(text)', 'code made of text'],
  ['<p dangerouslySetInnerHTML={{ __html: text }} />', 'HTML made of text'],
  ['sql.raw(text)', 'SQL made of text'],
  ['where created_at > clock_timestamp()', 'a comparison with clock_timestamp()'],
  ["where('at', '<', sql<Date>`clock_timestamp()`)", 'a comparison with clock_timestamp()'],
  ["import { exec } from 'node:child_process'", 'another program'],
  ["createHash('md5')", 'a weak hash'],
  ["createCipheriv('aes-128-ecb', key, null)", 'a cipher of our own choice'],
  ['const token = Math.random()', 'a random number'],
  ['request({ rejectUnauthorized: false })', 'TLS that believes anybody'],
  ["window.addEventListener('message', take)", 'a message between windows'],
  ['new WebSocket(url)', 'a socket beside HTTP'],
  ['localStorage.setItem(name, token)', 'something kept in the browser'],
  ["count.toLocaleString('en-AU')", 'a number or time in a form of its own'],
  ["new Intl.DateTimeFormat('en-AU')", 'a number or time in a form of its own'],
])('a hazard is found where nobody has looked: %s', (text, what) => {
  const added = checkHazards([...files, { path: 'server/modules/door.ts', text }])
  expect(added).toEqual([expect.stringContaining(`server/modules/door.ts: ${what}`)])
  const comment = checkHazards([...files, { path: 'server/modules/door.ts', text: `// ${text}` }])
  expect(comment).toEqual([])
})

it('finds decimals in a form of their own on screens alone', () => {
  const text = 'value.toFixed(1)'
  const added = checkHazards([
    ...files,
    { path: 'web/features/door.ts', text },
    { path: 'server/modules/door.ts', text },
  ])
  expect(added).toEqual([expect.stringContaining('web/features/door.ts: decimals in a form of their own')])
})

// Covers: http-conventions-4
it('no file holds a hazard that is not named for it', () => {
  expect(checkHazards(files)).toEqual([])
})

// Covers: http-conventions-4
it('a file that is named for a hazard holds it', () => {
  const without = files.filter(({ path }) => path !== 'web/lib/storage.ts')
  expect(checkHazards(without)).toEqual([expect.stringContaining('web/lib/storage.ts holds no something')])
})

// Covers: http-conventions-4
it('packages are of one version, from the one registry, with their checksums', () => {
  const good = { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity: 'sha512-abc' }
  const check = (entry: object, version = '1.0.0') =>
    checkPackages({ packages: { '': {}, 'node_modules/a': { ...good, ...entry } } }, { a: version })
  expect(check({})).toEqual([])
  expect(check({ resolved: 'git+ssh://git@github.com/a/a.git' })).toHaveLength(1)
  expect(check({ integrity: undefined })).toHaveLength(1)
  expect(check({ integrity: 'sha1-abc' })).toHaveLength(1)
  expect(check({}, '^1.0.0')).toHaveLength(1)
})
