// Constructs that are safe only where somebody has looked: the files that may hold them are named here.

import { isProduct, type SourceFile } from './sources.ts'

interface Hazard {
  what: string
  pattern: RegExp
  /** Files in which it is allowed, with the reason stated there. */
  allowed: readonly string[]
  /** The folder that the rule is about; the whole product where left out. */
  within?: string
}

const hazards: readonly Hazard[] = [
  { what: 'code made of text', pattern: /\beval\(|new Function\(|setTimeout\('|from 'node:vm'/, allowed: [] },
  {
    what: 'HTML made of text',
    pattern: /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/,
    // our own style sheets, React's own markup, JSON with every < escaped
    allowed: ['web/features/mails/MailFrame.tsx', 'web/features/site/Document.tsx'],
  },
  {
    what: 'SQL made of text',
    pattern: /\bsql\.raw\(/,
    // signs, types and bounds out of our own code
    allowed: [
      'server/modules/accreditations/applications.views.ts',
      'server/modules/bookings/slots.views.ts',
      'server/modules/bookings/views.ts',
      'server/modules/documents/reviews/review-queue.views.ts',
      'server/modules/figures/counted-rows.views.ts',
      'server/modules/figures/figures.views.ts',
      'server/platform/db/keyset.ts',
    ],
  },
  {
    // it changes during a statement, so that no index serves a comparison with it; statement_timestamp() is constant
    what: 'a comparison with clock_timestamp()',
    pattern: /[<>]=?\s*(', sql(<\w+>)?`)?clock_timestamp\(\)/,
    allowed: [],
  },
  {
    what: 'another program',
    pattern: /node:child_process|node:worker_threads'.*eval: true/,
    // the embedded PostgreSQL and a program of our own, by path and arguments, without a shell
    allowed: [
      'server/platform/db/embedded/launcher.ts',
      'server/platform/db/embedded/pid-file.ts',
      'server/platform/db/embedded/postmaster.ts',
      'server/preparation/prepare-apart.ts',
    ],
  },
  {
    what: 'a weak hash',
    pattern: /'(md5|sha1|ripemd160)'/,
    // RFC 6238, as every authenticator app counts
    allowed: ['server/providers/sign-in/time-steps.ts'],
  },
  {
    what: 'a cipher of our own choice',
    pattern: /createCipheriv|createDecipheriv|publicEncrypt/,
    // ChaCha20-Poly1305, as the format of age has it
    allowed: ['server/platform/crypto/age-payload.ts'],
  },
  {
    what: 'a random number that can be foreseen',
    pattern: /Math\.random\(/,
    // a pause before trying again
    allowed: ['server/platform/db/attempt.ts'],
  },
  { what: 'TLS that believes anybody', pattern: /rejectUnauthorized|NODE_TLS_REJECT/, allowed: [] },
  {
    what: 'a message between windows',
    pattern: /postMessage\(|addEventListener\('message'/,
    // to our own service worker
    allowed: ['web/lib/service-worker.ts'],
  },
  { what: 'a socket beside HTTP', pattern: /new WebSocket\(|RTCPeerConnection/, allowed: [] },
  {
    what: 'something kept in the browser',
    pattern: /\b(localStorage|sessionStorage|indexedDB)\b/,
    allowed: ['web/lib/kept-drafts.ts', 'web/lib/storage.ts', 'web/features/site/forms/use-typed-texts.ts'],
  },
  {
    what: 'a number or time in a form of its own',
    pattern: /\bIntl\.|\.toLocale(Date|Time)?String\(/,
    // numbers; graphemes; zone labels; charges; calendar and clock of a zone
    allowed: [
      'contract/number-text.ts',
      'contract/plain-text.ts',
      'server/calendar/words.ts',
      'web/lib/format.ts',
      'web/lib/zoned-days.ts',
    ],
  },
  {
    what: 'decimals in a form of their own',
    pattern: /\.toFixed\(/,
    // the forms of web/lib; coordinates of an SVG path
    allowed: ['web/lib/format.ts', 'web/features/calls/waveform.ts'],
    within: 'web/',
  },
]

/** Fails for a hazard in a file that is not on its allow list, and for a listed file without the hazard. */
export function checkHazards(files: readonly SourceFile[]): string[] {
  const product = files
    .filter(({ path }) => isProduct(path))
    .map(({ path, text }) => ({ path, code: withoutComments(text) }))
  return hazards.flatMap(({ what, pattern, allowed, within = '' }) => {
    const found = product
      .filter(({ path, code }) => path.startsWith(within) && pattern.test(code))
      .map(({ path }) => path)
    const news = found
      .filter((path) => !allowed.includes(path))
      .map((path) => `${path}: ${what}; find another way, or name the file in tools/structure/hazards.ts`)
    const gone = allowed
      .filter((path) => !found.includes(path))
      .map((path) => `tools/structure/hazards.ts: ${path} holds no ${what} any more`)
    return [...news, ...gone]
  })
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')

interface Lock {
  packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>
}

const REGISTRY = 'https://registry.npmjs.org/'

/** Fails for a package that is not from npm's registry, or could be replaced unnoticed. */
export function checkPackages(lock: Lock, direct: Readonly<Record<string, string>>): string[] {
  const locked = Object.entries(lock.packages).filter(([name]) => name !== '')
  const foreign = locked
    .filter(([, { resolved, link }]) => link || (resolved !== undefined && !resolved.startsWith(REGISTRY)))
    .map(([name]) => `package-lock.json: ${name} does not come from ${REGISTRY}`)
  const unsealed = locked
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([name]) => `package-lock.json: ${name} has no checksum (sha512)`)
  const loose = Object.entries(direct)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is not one version, but ${version}`)
  return [...foreign, ...unsealed, ...loose]
}
