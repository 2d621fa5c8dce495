import type { ServiceStatus } from '#contract/system/service-status.ts'
import type { NoticeTone } from '../ui/Notice.tsx'

type Key = ServiceStatus['objectives'][number]['key']
type Part = ServiceStatus['notSetUp'][number]

interface Headline {
  tone: NoticeTone
  title: string
  /** Sentences below the title. */
  remarks: string[]
}

const partNames: Record<Part, string> = {
  calls: 'calls',
  emails: 'emails',
  texts: 'text messages',
  backups: 'backups',
}

/** The parts that an objective measures; empty: it needs no provider. */
const partsOf: Record<Key, readonly Part[]> = {
  website: [],
  background: [],
  calls: ['calls'],
  messages: ['emails', 'texts'],
}

/** The headline of the status page. It claims nothing about parts without figures. */
export function headlineOf({ working, objectives, notSetUp }: ServiceStatus): Headline {
  const unmeasured = objectives.filter(({ last90Days }) => last90Days === null)
  const missing =
    notSetUp.length > 0 ? [`Not set up: ${notSetUp.map((part) => partNames[part]).join(', ')}.`] : []
  if (!working)
    return {
      tone: 'warning',
      title: 'Some work is delayed',
      remarks: ['Pages and forms work. Calls, messages or background jobs are late.', ...missing],
    }
  if (unmeasured.length === objectives.length)
    return { tone: 'info', title: 'Nothing has been measured yet', remarks: missing }
  const pending = unmeasured.filter(({ key }) => !isNotSetUp(key, notSetUp))
  if (pending.length === 0 && missing.length === 0)
    return { tone: 'success', title: 'All parts are working', remarks: [] }
  const names = pending.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1))
  return {
    tone: 'success',
    title: 'All measured parts are working',
    remarks: [...(names.length > 0 ? [`No figures yet: ${names.join(', ')}.`] : []), ...missing],
  }
}

function isNotSetUp(key: Key, notSetUp: readonly Part[]): boolean {
  const parts = partsOf[key]
  return parts.length > 0 && parts.every((part) => notSetUp.includes(part))
}
