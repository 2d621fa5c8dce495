/** The browser tests that show a feature's screens, or what a module does behind them. What is not here shows everywhere. */
const specsOf: Readonly<Record<string, readonly string[]>> = {
  'web/features/accounts': ['account-security', 'shell', 'story'],
  'web/features/applications': ['applications', 'public-accreditation', 'public-story'],
  'web/features/bookings': ['bookings', 'public-story'],
  'web/features/brokers': ['bookings', 'broker-page', 'brokers', 'import', 'story'],
  'web/features/calls': ['brokers', 'campaigns', 'dashboard', 'interactions', 'live-calls', 'story'],
  'web/features/campaigns': ['campaigns', 'live-calls', 'story'],
  'web/features/dashboard': ['dashboard', 'interactions', 'live-calls', 'shell', 'story'],
  'web/features/documents': ['documents', 'portal-story'],
  'web/features/imports': ['import', 'story'],
  'web/features/mails': ['outbox'],
  'web/features/microsites': ['microsites'],
  'web/features/portal': ['portal', 'portal-story'],
  'web/features/settings': ['documents', 'live-calls', 'numbers', 'outbox', 'settings'],
  'web/features/site': [
    'microsites',
    'public-accreditation',
    'public-booking',
    'public-confirmation',
    'public-reach',
    'public-story',
    'site',
  ],
  'web/features/suppressions': ['brokers', 'suppressions'],
  'server/modules/accreditations': [
    'applications',
    'portal',
    'portal-story',
    'public-accreditation',
    'public-story',
  ],
  'server/modules/bookings': [
    'bookings',
    'portal',
    'public-booking',
    'public-confirmation',
    'public-reach',
    'public-story',
  ],
  'server/modules/dashboard': ['dashboard', 'interactions', 'story'],
  'server/modules/documents': ['documents', 'portal', 'portal-story'],
  'server/modules/microsites': ['microsites', 'site'],
  'server/modules/portal': ['portal', 'portal-story'],
  'server/modules/telephony': ['live-calls', 'numbers', 'settings'],
  'server/modules/vault': ['documents', 'portal', 'portal-story', 'settings'],
}

/** Where nothing lies that the product, as the browser sees it, is made of. */
const UNSEEN =
  /^(docs|tools|bench|e2e\/(api|crash)|test\/(proofs|mutations|surface|conformance|hostile-files))\/|\.test\.tsx?$|\.md$/
/** Where nothing lies that a running server is made of, or tested by. */
const NOT_RUN =
  /^(docs|bench|e2e\/ui)\/|^tools\/(?!build-web)|^(server|contract|web|test)\/.*\.test\.tsx?$|\.md$/
/** Read from the disk or by the tests' own set-up: whom it concerns no import tells. */
const BEYOND_IMPORTS =
  /^(package(-lock)?\.json|vitest\.config\.ts|vite\.config\.ts|tsconfig\.json)$|^server\/migrations\/|^test\/(global-setup|test-db)\.ts$|^test\/pdfs\//
const SPEC = /^e2e\/ui\/([^/]+)\.spec\.ts$/

export interface Selection {
  /** Vitest's own tests: those whose imports lead to what changed, all of them, or none. */
  vitest: 'related' | 'all' | 'none'
  /** The tests that start the product as a process. */
  e2e: boolean
  /** The files of browser tests; 'all' where what changed shows everywhere. */
  specs: 'all' | readonly string[]
}

/** What a change of these files, named from the project's root, can have broken. */
export function selectTests(changed: readonly string[]): Selection {
  const code = changed.filter((path) => !path.startsWith('docs/') && !path.endsWith('.md'))
  const specs = changed.filter((path) => !UNSEEN.test(path)).map(specsFor)
  return {
    vitest: code.length === 0 ? 'none' : code.some((path) => BEYOND_IMPORTS.test(path)) ? 'all' : 'related',
    e2e: changed.some((path) => !NOT_RUN.test(path)),
    specs: specs.includes('all')
      ? 'all'
      : [...new Set(specs.flatMap((names) => (names === 'all' ? [] : names)))]
          .sort()
          .map((name) => `e2e/ui/${name}.spec.ts`),
  }
}

function specsFor(path: string): 'all' | readonly string[] {
  const own = SPEC.exec(path)?.[1]
  if (own) return [own]
  const folder = Object.keys(specsOf).find((name) => path.startsWith(`${name}/`))
  return (folder && specsOf[folder]) || 'all'
}

/** Every file of browser tests that a folder leads to. */
export const namedSpecs: readonly string[] = [...new Set(Object.values(specsOf).flat())].sort()
/** The folders that lead to some of them only. */
export const mappedFolders: readonly string[] = Object.keys(specsOf)
