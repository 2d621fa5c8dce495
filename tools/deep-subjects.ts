import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'

/** Deep tests by the files whose change can break them. Any other change waits for the nightly `npm run test:deep`. */
const subjects: Record<string, string[]> = {
  'e2e/api/rolling-restart': [
    'server/main.ts',
    'server/platform/http/{draining,live,server}*',
    'compose.yaml',
    'test/product/{installation,rolling-restart}*',
  ],
  'e2e/api/secrets': [
    'server/platform/log*',
    'server/providers/**',
    'server/config*.ts',
    'server/platform/errors.ts',
  ],
  'e2e/api/startup': [
    'server/main.ts',
    'server/config*.ts',
    'server/platform/startup-error.ts',
    'tools/start.mjs',
  ],
  'e2e/crash/kill': ['server/modules/{calls,dialling}/**', 'server/platform/{jobs,db}/**'],
  'e2e/crash/vault': ['server/modules/{vault,documents}/**', 'server/platform/crypto/**'],
  'e2e/crash/vendors': ['server/modules/{calls,dialling,telephony}/**', 'server/providers/**'],
  'server/modules/backups/point-in-time': ['server/modules/backups/**', 'server/platform/archive/**'],
  'server/modules/calls/dispatch/place-call-crash': ['server/modules/calls/dispatch/**'],
  'server/demo/world': ['server/demo/**', 'server/migrations/**'],
  'server/modules/figures/figures-upgrade': ['server/modules/figures/**', 'server/migrations/**'],
  'server/modules/system/keep-months.deep': ['server/migrations/**', 'server/platform/db/months*'],
  'server/modules/vault/rotation': ['server/modules/vault/**', 'server/platform/crypto/**'],
  'server/platform/db/embedded/': ['server/platform/db/**'],
  'e2e/ui/every-form': ['web/ui/{Form,DraftNotice,EditNotice}*', 'web/lib/*draft*', 'e2e/ui/every-form/**'],
  'e2e/ui/nothing-lost': ['web/ui/{Form,DraftNotice,EditNotice}*', 'web/lib/*draft*'],
  'e2e/ui/lists': ['web/ui/Table*', 'web/ui/Pager*'],
  'e2e/ui/volume': ['web/ui/{DataTable,Table}*', 'test/worlds/volume*'],
  'e2e/ui/unsaved': ['web/ui/FormDialog*', 'e2e/ui/form-dialogs/**'],
  'test/proofs/calendars': [
    'server/modules/calendars/**',
    'server/providers/calendars/**',
    'test/proofs/calendars/**',
  ],
  'test/proofs/hostile-assistant': [
    'server/conversation/**',
    'server/modules/calls/**',
    'server/providers/vapi/**',
    'test/proofs/hostile/**',
  ],
  'tools/admin-create': ['tools/admin-create*', 'server/modules/accounts/**'],
  'test/attacks/': [
    'server/modules/{accounts,microsites,vault}/**',
    'server/platform/{crypto,http}/**',
    'contract/policy.ts',
  ],
  'test/fuzz/': [
    'contract/**',
    'server/platform/http/**',
    'server/input/**',
    'server/app.ts',
    'server/serve.ts',
  ],
}

/** Browser tests of the folders of `web/features`, in addition to the one of the same name. */
const browserTests: Record<string, string[]> = {
  accounts: ['account-security', 'passkeys', 'team'],
  analytics: ['figures', 'weekly-report'],
  applications: ['public-accreditation'],
  bookings: ['consented-calendar', 'public-booking'],
  brokers: ['broker-page', 'broker-selection'],
  cases: ['contests'],
  calls: ['dashboard', 'interactions', 'live-calls'],
  campaigns: ['best-hours', 'budget', 'editors'],
  dashboard: ['first-steps'],
  imports: ['import'],
  mails: ['outbox'],
  microsites: ['editors', 'site'],
  'saved-views': ['broker-selection'],
  settings: ['backups', 'editors', 'numbers', 'outbox', 'sign-on'],
  setup: ['first-steps'],
  shell: ['offline', 'zoom'],
  'sign-in': ['account-security', 'shell'],
  surveillance: ['automated-decisions'],
  site: [
    'automated-decisions',
    'offline',
    'public-accreditation',
    'public-booking',
    'public-reach',
    'verify',
  ],
}

/** Path prefixes of the deep tests that these changed files concern: the tests themselves, or their subjects. */
export function deepTestsFor(changed: readonly string[]): string[] {
  const bySubject = Object.entries(subjects)
    .filter(([test, globs]) =>
      changed.some((path) => path.startsWith(test) || globs.some((glob) => matchesGlob(path, glob))),
    )
    .map(([test]) => test)
  return [...new Set([...bySubject, ...changed.flatMap(browserTestsOf)])]
}

function browserTestsOf(path: string): string[] {
  const [, spec] = /^(e2e\/ui\/[^/]+)\.spec\.ts$/.exec(path) ?? []
  if (spec) return [spec]
  const [, feature] = /^web\/features\/([^/]+)\//.exec(path) ?? []
  if (!feature) return []
  return [feature, ...(browserTests[feature] ?? [])].map((name) => `e2e/ui/${name}`)
}

/** Files that differ from a commit; none when the commit is not in this clone, as in a shallow one. */
export function changedSince(commit: string, root: string): string[] {
  try {
    const output = execFileSync('git', ['diff', '--name-only', commit], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return output.split('\n').filter(Boolean)
  } catch {
    return []
  }
}
