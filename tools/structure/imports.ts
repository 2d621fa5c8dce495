import { isProduct, isTest, type SourceFile } from './sources.ts'

/** In order: a module imports only from those before it; the other way is an event. */
export const moduleOrder = [
  'accounts',
  'figures',
  'brokers',
  'audiences',
  'messages',
  'bookings',
  'calendars',
  'reviews',
  'vault',
  'documents',
  'accreditations',
  'contests',
  'campaigns',
  'microsites',
  'calls',
  'dialling',
  'telephony',
  'tasks',
  'notifications',
  'surveillance',
  'scoring',
  'seals',
  'webhooks',
  'backups',
  'dashboard',
  'analytics',
  'system',
  'portal',
]

export interface Import {
  from: string
  to: string
  /** Gone when the program runs. */
  typeOnly: boolean
}

const IMPORT =
  /^(?:import|export)\s(?:[^'"=();]*?\sfrom\s)?['"]([^'"\n]+)['"]|\bimport\(['"]([^'"\n]+)['"]\)/gm

export function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(IMPORT)].map(([whole, fixed, lazy = '']) => {
    const specifier = fixed ?? lazy
    return {
      from: file.path,
      to: specifier.startsWith('#') ? specifier.slice(1) : resolve(file.path, specifier),
      typeOnly: isTypeOnly(whole),
    }
  })
}

const isTypeOnly = (statement: string): boolean =>
  /^(import|export) type\s/.test(statement) || /^import \{(\s*type\s[^,}]+,?)+\s*\}/.test(statement)

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

const moduleOf = (path: string): string | undefined => /^server\/modules\/([^/]+)\//.exec(path)?.[1]
/** Commands of a module: files without a role. */
const COMMAND = /\/[a-z0-9-]+\.ts$/
const OWN_KIND = /\/(module|routes|jobs|listeners|policy|rules|store|views)\.ts$/

const isCommand = (path: string): boolean =>
  moduleOf(path) !== undefined && COMMAND.test(path) && !OWN_KIND.test(path)
const isPure = (path: string): boolean => /[./](rules|policy)\.ts$/.test(path)
const isStore = (path: string): boolean => moduleOf(path) !== undefined && /[./]store\.ts$/.test(path)
const isViews = (path: string): boolean => moduleOf(path) !== undefined && /[./]views\.ts$/.test(path)

/** Rooms of the server that know nothing of the product's modules. */
const FOUNDATIONS = /^server\/(platform|calendar|input|conversation|pdf)\//

interface Rule {
  /** A sentence that names the alternative. */
  instead: string | ((edge: Import) => string)
  breaks(edge: Import): boolean
}

const rules: Rule[] = [
  {
    instead: 'the contract imports zod and itself only',
    breaks: ({ from, to }) =>
      from.startsWith('contract/') && !isTest(from) && !to.startsWith('contract/') && to !== 'zod',
  },
  {
    instead: 'the product runs without tests and tools',
    breaks: ({ from, to }) => isProduct(from) && /^(test|tools|e2e|bench)\//.test(to),
  },
  {
    instead: 'the machinery knows nothing of the product',
    breaks: ({ from, to }) =>
      FOUNDATIONS.test(from) && !isTest(from) && /^server\/(modules|providers|demo|app|ctx|events)/.test(to),
  },
  {
    instead: 'screens know the contract, not the server',
    breaks: ({ from, to }) => from.startsWith('web/') && to.startsWith('server/'),
  },
  {
    instead: 'the server does not import screens: it loads their build',
    breaks: ({ from, to }) => from.startsWith('server/') && to.startsWith('web/'),
  },
  {
    instead: 'the black-box tests know the contract and what tests share',
    breaks: ({ from, to }) => from.startsWith('e2e/') && /^(server|web|bench|tools)\//.test(to),
  },
  {
    instead: 'what tests share knows nothing of the tests',
    breaks: ({ from, to }) => from.startsWith('test/') && /^(e2e|bench|tools)\//.test(to),
  },
  {
    instead: ({ from, to }) =>
      `${moduleOf(from)} stands before ${moduleOf(to)} in the order of modules: use an event`,
    breaks: ({ from, to }) => {
      const [own, other] = [moduleOf(from), moduleOf(to)]
      if (!own || !other || own === other || isTest(from)) return false
      return moduleOrder.indexOf(own) < moduleOrder.indexOf(other)
    },
  },
  {
    instead: ({ to }) => `only ${moduleOf(to)} writes its tables: use its commands or views`,
    breaks: ({ from, to }) =>
      moduleOf(from) !== undefined && moduleOf(from) !== moduleOf(to) && isStore(to) && !isTest(from),
  },
  {
    instead: 'rules are pure: hand them plain data',
    breaks: ({ from, to, typeOnly }) =>
      isPure(from) &&
      !typeOnly &&
      !isTest(from) &&
      (/^server\/(ctx|app)\.ts$/.test(to) || isStore(to) || isViews(to) || isCommand(to)),
  },
  {
    instead: 'a store writes rows: decide in rules, act in commands',
    breaks: ({ from, to, typeOnly }) => isStore(from) && !typeOnly && !isTest(from) && isCommand(to),
  },
  {
    instead: 'views read: they call no command',
    breaks: ({ from, to, typeOnly }) =>
      isViews(from) && !typeOnly && !isTest(from) && isCommand(to) && moduleOf(from) === moduleOf(to),
  },
  {
    instead:
      'a vendor is one folder: what vendors share is in providers/agent, providers/live or providers/ports',
    breaks: ({ from, to }) => {
      const [own, other] = [vendorOf(from), vendorOf(to)]
      return own !== undefined && other !== undefined && own !== other && !isTest(from)
    },
  },
]

const vendorOf = (path: string): string | undefined =>
  /^server\/providers\/(?!(?:agent|files|live|ports|sign-in)\/)([^/]+)\//.exec(path)?.[1]

/** Checks the allowed imports between parts, and where the environment is read. */
export function checkImports(files: readonly SourceFile[]): string[] {
  const unknown = [...new Set(files.flatMap(({ path }) => moduleOf(path) ?? []))]
    .filter((name) => !moduleOrder.includes(name))
    .map(
      (name) =>
        `server/modules/${name}: a new module wants a place in the order (tools/structure/imports.ts) and a decision record`,
    )
  const edges = files.flatMap(importsOf).flatMap((edge) =>
    rules
      .filter((rule) => rule.breaks(edge))
      .map(({ instead }) => {
        const sentence = typeof instead === 'string' ? instead : instead(edge)
        return `${edge.from} imports ${edge.to}: ${sentence}`
      }),
  )
  const env = files
    .filter(({ path, text }) => path.startsWith('server/') && !isTest(path) && /process\.env/.test(text))
    .filter(
      ({ path }) => !['server/main.ts', 'server/preparation/main.ts', 'server/config.ts'].includes(path),
    )
    .map(({ path }) => `${path}: only server/config.ts reads the environment`)
  return [...unknown, ...edges, ...env]
}
