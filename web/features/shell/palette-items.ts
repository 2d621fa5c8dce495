import {
  FilePlus2,
  Keyboard,
  type LucideIcon,
  Megaphone,
  Moon,
  Pause,
  Phone,
  Play,
  Sun,
  Upload,
  User,
  UserPlus,
} from 'lucide-react'
import { type Action, refusalText, roleMay, type StaffRole } from '#contract/policy.ts'
import type { RecentRecord } from '#web/lib/recent-records.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { pages, screens } from '#web/routes/paths.ts'
import type { Found } from './use-search.ts'

export type Deed =
  | { go: string; record?: RecentRecord }
  | { campaign: number; name: string; status: 'active' | 'paused' }
  | { theme: 'light' | 'dark' }
  | { keys: true }

export interface PaletteItem {
  id: string
  label: string
  icon: LucideIcon
  hint: string | null
  deed: Deed
  /** Why this person may not. */
  refusal: string | null
  /** A search result, or an action on one. */
  isFound?: true
}

export interface PaletteGroup {
  heading: string
  items: PaletteItem[]
}

interface Situation {
  text: string
  found: Pick<Found, 'brokers' | 'campaigns' | 'calls'>
  recent: readonly RecentRecord[]
  role: StaffRole
  isDark: boolean
}

/** The verb before a campaign's name, e.g. 'pause' of 'pause spring'. */
const VERB = /^(pause|resume|start)\s+/i

/** The search text without a leading verb: 'Pause spring' searches for 'spring'. */
export const searchedText = (text: string): string => text.trim().replace(VERB, '')

/** Results of the search: people first, then other records, then actions. */
export function paletteGroups({ text, found, recent, role, isDark }: Situation): PaletteGroup[] {
  const wanted = text.trim().toLowerCase()
  const fits = (item: PaletteItem & { words?: string }): boolean =>
    `${item.label} ${item.words ?? ''}`.toLowerCase().includes(wanted)
  const deeds = [...asFound(campaignDeeds(found, role, text)), ...standing(role, isDark).filter(fits)]
  const groups = [
    { heading: 'Recent', items: wanted === '' ? recent.map(recentItem) : [] },
    { heading: 'Brokers', items: asFound(found.brokers.map(brokerItem)) },
    { heading: 'Campaigns', items: asFound(found.campaigns.map(campaignItem)) },
    { heading: 'Calls', items: asFound(found.calls.map(callItem)) },
    { heading: 'Actions', items: deeds },
    { heading: 'Go to', items: places(wanted) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

const asFound = (items: PaletteItem[]): PaletteItem[] => items.map((each) => ({ ...each, isFound: true }))

const item = (id: string, icon: LucideIcon, label: string, deed: Deed, hint: string | null = null) => ({
  ...{ id, icon, label, deed, hint },
  refusal: null,
})

const recentItem = (record: RecentRecord): PaletteItem =>
  item(`recent-${record.kind}-${record.id}`, record.kind === 'broker' ? User : Megaphone, record.name, {
    go: pathTo[record.kind](record.id),
    record,
  })

const brokerItem = ({ id, name, company }: Found['brokers'][number]): PaletteItem =>
  item(`b${id}`, User, name, { go: pathTo.broker(id), record: { kind: 'broker', id, name } }, company)

const campaignItem = ({ id, name, product }: Found['campaigns'][number]): PaletteItem =>
  item(
    `c${id}`,
    Megaphone,
    name,
    { go: pathTo.campaign(id), record: { kind: 'campaign', id, name } },
    product,
  )

const callItem = ({ id, title, hint }: Found['calls'][number]): PaletteItem =>
  item(`k${id}`, Phone, title, { go: pathTo.call(id) }, hint)

function allowed(role: StaffRole, action: Action, given: PaletteItem): PaletteItem {
  return roleMay(role, action) ? given : { ...given, refusal: refusalText(action) }
}

/** 'Pause Spring Offer', 'Start Spring Offer', for the campaigns in the results. */
function campaignDeeds({ campaigns }: Situation['found'], role: StaffRole, text: string): PaletteItem[] {
  const verb = VERB.exec(text.trim())?.[1]?.toLowerCase()
  return campaigns.flatMap(({ id, name, status }) => {
    const isActive = status === 'active'
    if (verb && (verb === 'pause') !== isActive) return []
    const deed: Deed = { campaign: id, name, status: isActive ? 'paused' : 'active' }
    const made = isActive
      ? item(`pause${id}`, Pause, `Pause ${name}`, deed)
      : item(`start${id}`, Play, `Start ${name}`, deed)
    return [allowed(role, 'campaigns.write', made)]
  })
}

function standing(role: StaffRole, isDark: boolean): (PaletteItem & { words?: string })[] {
  return [
    {
      ...allowed(
        role,
        'campaigns.write',
        item('new', FilePlus2, 'New campaign', { go: '/campaigns?create=1' }),
      ),
      words: 'create offer',
    },
    {
      ...allowed(role, 'brokers.write', item('add', UserPlus, 'Add broker', { go: '/brokers?add=1' })),
      words: 'new create',
    },
    {
      ...allowed(role, 'brokers.import', item('import', Upload, 'Import brokers', { go: '/brokers/import' })),
      words: 'csv upload',
    },
    isDark
      ? { ...item('theme', Sun, 'Switch to light', { theme: 'light' }), words: 'theme dark mode' }
      : { ...item('theme', Moon, 'Switch to dark', { theme: 'dark' }), words: 'theme light mode' },
    { ...item('keys', Keyboard, 'Keyboard shortcuts', { keys: true }, '?'), words: 'help keys' },
  ]
}

function places(wanted: string): PaletteItem[] {
  const all = wanted ? [...screens, ...pages] : screens
  return all
    .filter(({ label, words }) => `go to ${label} ${words}`.toLowerCase().includes(wanted))
    .filter(({ path }) => path !== '/brokers/import')
    .map(({ path, label, icon }) => item(path, icon, label, { go: path }))
}

/** The selected item until the user moves: the first enabled one. */
export function firstOf(groups: readonly PaletteGroup[]): string {
  return groups.flatMap(({ items }) => items).find(({ refusal }) => refusal === null)?.id ?? ''
}

/** Whether Enter has to wait: the selected result belongs to the previous input. */
export const isPremature = (
  groups: readonly PaletteGroup[],
  chosen: string,
  { isBehind }: Pick<Found, 'isBehind'>,
): boolean =>
  isBehind && groups.some(({ items }) => items.some(({ id, isFound }) => id === chosen && isFound))
