import type { Page } from '@playwright/test'
import { consolePaths } from '#contract/screens.ts'
import { STATUS_PAGE } from '#contract/system/service-status.ts'

/** A screen, or a panel over one, at an address of its own. */
export interface Place {
  name: string
  path: string | ((page: Page) => Promise<string>)
  as: 'staff' | 'broker' | 'nobody'
  /** Shows nothing that an empty installation lacks, or nothing that could fail to load: its picture would be the same. */
  only?: 'data'
}

const first = async (page: Page, list: string): Promise<number> => {
  const [record] = (await (await page.request.get(list)).json()) as { id: number }[] // every list of the contract has it
  if (!record) throw new Error(`${list} is empty: the demo world should have one`)
  return record.id
}

/** Sources of the records for addresses with `:id`. The newest campaign of the demo world has no calls yet. */
const records: Record<string, string> = {
  '/campaigns/:id': '/api/campaigns?status=completed&limit=1',
  '/campaigns/:id/edit': '/api/campaigns?status=completed&limit=1',
  '/tasks/:id/call': '/api/tasks?kind=call_back&state=all&limit=1',
  '/brokers/:id': '/api/brokers?limit=1&sort=name',
  '/microsites/:id/edit': '/api/microsites?limit=1',
}

const nameOf = (path: string): string => path.slice(1).replaceAll('/', ' ').replaceAll(':id', 'one')

/** Former addresses, which redirect to a part of the settings that has its own picture. */
const redirected = ['/', '/settings/data', '/team']

/** Each address of the console, from the contract: new ones are included automatically. */
const screens: Place[] = consolePaths
  .filter((path) => !redirected.includes(path))
  .map((path) => {
    if (!path.includes(':id')) return { name: nameOf(path), path, as: 'staff' }
    const list = records[path]
    if (!list) throw new Error(`e2e/screens/places.ts: which record shows ${path}?`)
    return {
      name: nameOf(path),
      path: async (page) => path.replace(':id', String(await first(page, list))),
      as: 'staff',
      only: 'data',
    }
  })

/** Tabs that have an address. */
const tabs: Place[] = [
  ...[
    'numbers',
    'services',
    'services&part=providers',
    'services&part=messages',
    'services&part=api-keys',
    'services&part=webhooks',
    'system',
  ].map((tab) => `/settings?tab=${tab}`),
  ...['jobs', 'audit', 'backups', 'retention', 'team', 'sign-on'].map(
    (part) => `/settings?tab=system&part=${part}`,
  ),
  ...['expiring', 'types', 'access'].map((tab) => `/brokers/documents?tab=${tab}`),
  '/bookings?view=list',
  '/bookings?tab=bdms',
  '/campaigns?view=table',
].map((path) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return { name: [nameOf(pathname), ...searchParams.values()].join(' '), path, as: 'staff' }
})

/** Panels next to a list, each with its newest record. */
const panels: Place[] = (
  [
    ['call', '/api/calls?limit=1', '/dashboard?call='],
    ['broker', '/api/brokers?limit=1&sort=name', '/brokers?broker='],
    ['application', '/api/accreditations?limit=1', '/brokers/applications?application='],
    ['document', '/api/documents?limit=1', '/brokers/documents?document='],
    ['booking', '/api/bookings?limit=1', '/bookings?period=all&booking='],
    ['BDM', '/api/bdms?limit=1', '/bookings?tab=bdms&manager='],
    ['brief', '/api/bdms?limit=1', '/bookings/brief?bdm='],
    ['message', '/api/messages?limit=1', '/settings?tab=services&part=messages&outbox='],
  ] as const
).map(([what, list, address]) => ({
  name: `panel ${what}`,
  path: async (page) => `${address}${await first(page, list)}`,
  as: 'staff',
  only: 'data',
}))

const portal: Place[] = [
  ...['overview', 'documents', 'profile', 'accreditation', 'score'].map(
    (tab): Place => ({
      name: `portal ${tab}`,
      path: `/broker-portal?tab=${tab}`,
      as: 'broker',
      only: 'data',
    }),
  ),
  {
    name: 'portal decisions',
    path: '/broker-portal?tab=profile&section=decisions',
    as: 'broker',
    only: 'data',
  },
  { name: 'portal sign-in', path: '/broker-portal', as: 'nobody' },
]

const publicPages: Place[] = [
  {
    name: 'service status',
    path: async (page) => {
      await page.request.patch('/api/organisation', { data: { statusPage: true } })
      return STATUS_PAGE
    },
    as: 'staff',
    only: 'data',
  },
  { name: 'landing', path: '/', as: 'nobody' },
  { name: 'microsite', path: '/microsite/premium-home-loan', as: 'nobody', only: 'data' },
  { name: 'automated decisions', path: '/privacy/automated-decisions', as: 'nobody', only: 'data' },
  { name: 'verification', path: '/verify', as: 'nobody' },
  { name: 'booking', path: '/booking', as: 'nobody' },
  { name: 'accreditation', path: '/accreditation', as: 'nobody' },
  { name: 'wrong address', path: '/nowhere', as: 'nobody', only: 'data' },
]

export const places: readonly Place[] = [...screens, ...tabs, ...panels, ...portal, ...publicPages]
