import {
  CalendarCheck,
  ChartColumn,
  FileCheck2,
  FileSearch,
  Gauge,
  Globe,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquareWarning,
  Scale,
  Settings,
  ShieldAlert,
  ShieldCheck,
  UserRoundCog,
  UserRoundPlus,
  Users,
  UsersRound,
} from 'lucide-react'

/** Parts of the settings below its tabs. */
export const settingsPart = {
  status: '/settings?tab=services',
  messages: '/settings?tab=services&part=messages',
  organisation: '/settings?tab=system#organisation',
  jobs: '/settings?tab=system&part=jobs',
  audit: '/settings?tab=system&part=audit',
  backups: '/settings?tab=system&part=backups',
  retention: '/settings?tab=system&part=retention',
  team: '/settings?tab=system&part=team',
} as const

export const screenGroups = ['Work', 'Brokers', 'Microsites', 'Compliance and scoring', 'Settings'] as const
type ScreenGroup = (typeof screenGroups)[number]

export interface Screen {
  path: string
  label: string
  icon: LucideIcon
  /** In the bottom bar of a phone as well. */
  phone: boolean
  /** Its group in the menu of all screens. */
  group: ScreenGroup
  /** One of the seven main entries of the top bar; the others stand apart, and below 1280 px behind More. */
  main?: true
  /** The number of open items is shown next to its name. */
  counts?: boolean
  /** Further search words. */
  words: string
}

/** Screens of the console in the order of the top bar; a new screen adds itself here and in console.tsx. */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    main: true,
    group: 'Work',
    label: 'Dashboard',
    icon: LayoutDashboard,
    phone: true,
    words: 'home figures calls',
  },
  {
    path: '/tasks',
    main: true,
    group: 'Work',
    label: 'Tasks',
    icon: ListTodo,
    phone: false,
    words: 'call back waiting overdue assigned to do',
    counts: true,
  },
  {
    path: '/bookings',
    main: true,
    group: 'Work',
    label: 'Bookings',
    icon: CalendarCheck,
    phone: false,
    words: 'meetings calendar held no-show',
  },
  {
    path: '/campaigns',
    main: true,
    group: 'Work',
    label: 'Campaigns',
    icon: Megaphone,
    phone: true,
    words: 'offers calling script',
  },
  {
    path: '/brokers',
    main: true,
    group: 'Brokers',
    label: 'Brokers',
    icon: Users,
    phone: true,
    words: 'directory people contacts',
  },
  {
    path: '/microsites',
    main: true,
    group: 'Microsites',
    label: 'Microsites',
    icon: Globe,
    phone: false,
    words: 'product pages landing links qr code',
  },
  {
    path: '/analytics',
    main: true,
    group: 'Work',
    label: 'Analytics',
    icon: ChartColumn,
    phone: true,
    words: 'figures report trends funnel best hours regions cost',
  },
  {
    path: '/surveillance',
    group: 'Compliance and scoring',
    label: 'Surveillance',
    icon: ShieldAlert,
    phone: true,
    words: 'compliance asic registers banned flagged suspend review licence',
  },
  {
    path: '/scoring',
    group: 'Compliance and scoring',
    label: 'Scoring',
    icon: Gauge,
    phone: true,
    words: 'matrix scores tiers reward neutral watchlist override appeal loans',
  },
  {
    path: '/settings',
    group: 'Settings',
    label: 'Settings',
    icon: Settings,
    phone: false,
    words: 'services numbers system logs',
  },
]

/** Pages below a screen that the search offers too. */
export const pages: readonly Omit<Screen, 'phone'>[] = [
  {
    path: '/brokers/import',
    group: 'Brokers',
    label: 'Import brokers',
    icon: Users,
    words: 'csv upload list',
  },
  {
    path: '/brokers/suppressions',
    group: 'Brokers',
    label: 'Suppressed numbers',
    icon: Users,
    words: 'opt out do not call wash',
  },
  {
    path: '/brokers/applications',
    group: 'Brokers',
    label: 'Applications',
    icon: FileCheck2,
    words: 'accreditation review queue approve decline',
  },
  {
    path: '/brokers/documents',
    group: 'Brokers',
    label: 'Document reviews',
    icon: FileSearch,
    words: 'vault upload queue approve reject expiring types access log',
  },
  {
    path: '/brokers/audiences',
    group: 'Brokers',
    label: 'Audiences',
    icon: UsersRound,
    words: 'segments groups rules dormant reward hold-out lift',
  },
  {
    path: '/surveillance/decisions',
    group: 'Compliance and scoring',
    label: 'Automated decisions',
    icon: ShieldAlert,
    words: 'privacy policy register programs app 1.7 counts surveillance',
  },
  {
    path: '/surveillance/contests',
    group: 'Compliance and scoring',
    label: 'Contests',
    icon: Scale,
    words: 'contested automated decisions appeals answer reasons',
  },
  {
    path: '/surveillance/complaints',
    group: 'Compliance and scoring',
    label: 'Complaints',
    icon: MessageSquareWarning,
    words: 'complaints about calls acknowledge answer csv',
  },
  {
    path: '/surveillance/rules',
    group: 'Compliance and scoring',
    label: 'Calling rules',
    icon: ShieldAlert,
    words: 'law hours caps cooling-off recording required words standard draft publish surveillance',
  },
  {
    path: '/scoring/loans',
    group: 'Compliance and scoring',
    label: 'Import loans',
    icon: Gauge,
    words: 'csv upload scoring defaults settled',
  },
  {
    path: '/scoring/scorecard',
    group: 'Compliance and scoring',
    label: 'Scorecard',
    icon: Gauge,
    words: 'weights points cuts criteria publish draft scoring',
  },
  {
    path: '/bookings?tab=bdms',
    group: 'Work',
    label: 'BDMs',
    icon: UserRoundCog,
    words: 'business development managers hours leave calendar feed bookings',
  },
  {
    path: settingsPart.backups,
    group: 'Settings',
    label: 'Backups',
    icon: Settings,
    words: 'backup restore archive drill schedule settings',
  },
  {
    path: settingsPart.retention,
    group: 'Settings',
    label: 'Data retention',
    icon: Settings,
    words: 'retention periods privacy removal settings',
  },
  {
    path: settingsPart.team,
    group: 'Settings',
    label: 'Team',
    icon: UserRoundPlus,
    words: 'staff users roles invite deactivate admin',
  },
  {
    path: settingsPart.messages,
    group: 'Settings',
    label: 'Messages',
    icon: Settings,
    words: 'outbox sms email sent held settings',
  },
  {
    path: settingsPart.jobs,
    group: 'Settings',
    label: 'Jobs',
    icon: Settings,
    words: 'background failed retry log settings system',
  },
  {
    path: settingsPart.audit,
    group: 'Settings',
    label: 'Audit log',
    icon: Settings,
    words: 'changes history who did settings system logs',
  },
  {
    path: '/security',
    group: 'Settings',
    label: 'Security',
    icon: ShieldCheck,
    words: 'password two-factor sessions sign out everywhere account',
  },
  {
    path: '/microsites/visits',
    group: 'Microsites',
    label: 'Visits and attribution',
    icon: ChartColumn,
    words: 'microsites utm source medium traffic',
  },
]

/** The brokers' part: a separate application, with its own sign-in. */
export const BROKER_PORTAL = '/broker-portal'
