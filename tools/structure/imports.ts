import { isTest, type SourceFile } from './sources.ts'

/** In order: a module imports only from those before it; the other way is an event. */
export const moduleOrder = [
  'accounts',
  'brokers',
  'messages',
  'bookings',
  'documents',
  'accreditations',
  'campaigns',
  'microsites',
  'calls',
  'dialling',
  'telephony',
  'surveillance',
  'scoring',
  'dashboard',
  'analytics',
  'system',
  'portal',
]

interface Import {
  from: string
  to: string
}

const IMPORT =
  /^(?:import|export)\s(?:[^'"=();]*?\sfrom\s)?['"]([^'"\n]+)['"]|\bimport\(['"]([^'"\n]+)['"]\)/gm

function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(IMPORT)]
    .map(([, fixed, lazy = '']) => ({ specifier: fixed ?? lazy }))
    .map(({ specifier }) => ({
      from: file.path,
      to: specifier.startsWith('#') ? specifier.slice(1) : resolve(file.path, specifier),
    }))
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

const isPackage = (path: string): boolean => !/^(contract|server|web|e2e|bench|tools)\//.test(path)
const moduleOf = (path: string): string | undefined => /^server\/modules\/([^/]+)\//.exec(path)?.[1]

type Rule = (edge: Import) => string | undefined

const rules: Rule[] = [
  ({ from, to }) =>
    from.startsWith('contract/') && !isTest(from) && !to.startsWith('contract/') && to !== 'zod'
      ? 'the contract imports zod and itself only'
      : undefined,
  ({ from, to }) =>
    from.startsWith('server/platform/') &&
    !isTest(from) &&
    /^server\/(modules|providers|demo|app|ctx|events)/.test(to)
      ? 'the machinery knows nothing of the product'
      : undefined,
  ({ from, to }) =>
    from.startsWith('web/') && to.startsWith('server/')
      ? 'screens know the contract, not the server'
      : undefined,
  ({ from, to }) =>
    from.startsWith('server/') && !from.startsWith('server/test/') && to.startsWith('web/')
      ? 'the server does not import screens: it loads their build'
      : undefined,
  ({ from, to }) =>
    from.startsWith('e2e/') &&
    !isPackage(to) &&
    !to.startsWith('e2e/') &&
    !to.startsWith('contract/') &&
    !to.startsWith('tools/')
      ? 'the black-box tests know the contract only'
      : undefined,
  ({ from, to }) => {
    const [own, other] = [moduleOf(from), moduleOf(to)]
    if (!own || !other || own === other || isTest(from)) return undefined
    return moduleOrder.indexOf(own) < moduleOrder.indexOf(other)
      ? `${own} stands before ${other} in the order of modules: use an event`
      : undefined
  },
  ({ from, to }) => {
    const [own, other] = [moduleOf(from), moduleOf(to)]
    return own && other && own !== other && /\/store\.ts$/.test(to) && !isTest(from)
      ? `only ${other} writes its tables: use its service or views`
      : undefined
  },
  ({ from, to }) =>
    /\/(rules|policy)\.ts$/.test(from) && /(^server\/(ctx|app)\.ts|\/(store|service|views)\.ts)$/.test(to)
      ? 'rules are pure: hand them plain data'
      : undefined,
]

/** Who may import whom, and where the environment is read. */
export function checkImports(files: readonly SourceFile[]): string[] {
  const unknown = [...new Set(files.flatMap(({ path }) => moduleOf(path) ?? []))]
    .filter((name) => !moduleOrder.includes(name))
    .map(
      (name) =>
        `server/modules/${name}: a new module wants a place in the order (tools/structure/imports.ts) and a decision record`,
    )
  const edges = files.flatMap(importsOf).flatMap((edge) =>
    rules.flatMap((rule) => {
      const problem = rule(edge)
      return problem ? [`${edge.from} imports ${edge.to}: ${problem}`] : []
    }),
  )
  const env = files
    .filter(
      ({ path, text }) =>
        path.startsWith('server/') &&
        !isTest(path) &&
        !path.startsWith('server/test/') &&
        /process\.env/.test(text),
    )
    .filter(({ path }) => !['server/main.ts', 'server/config.ts'].includes(path))
    .map(({ path }) => `${path}: only server/config.ts reads the environment`)
  return [...unknown, ...edges, ...env]
}
