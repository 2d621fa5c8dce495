import {
  ChartNoAxesColumn,
  FileLock2,
  Gauge,
  LayoutTemplate,
  type LucideIcon,
  PhoneCall,
  ShieldCheck,
  Smartphone,
  UserRound,
} from 'lucide-react'
import { consoleRoots } from '#contract/screens.ts'

export interface Advantage {
  icon: LucideIcon
  title: string
  text: string
  /** The screen that keeps the promise, which is made only where there is one. */
  screen?: string
}

const all: readonly Advantage[] = [
  {
    icon: PhoneCall,
    title: 'AI voice calling campaigns',
    text: 'Choose the personality that speaks for you: professional, friendly, authoritative or consultative. Every call is recorded, and the link a broker asks for follows by SMS.',
  },
  {
    icon: Gauge,
    title: '7-criteria broker scoring',
    text: 'Seven criteria, one score a month for every broker: Reward, Neutral or Watchlist, with the points behind it.',
    screen: '/scoring',
  },
  {
    icon: ShieldCheck,
    title: 'Compliance surveillance',
    text: 'Brokers are checked against ASIC registers and external mentions, with ASIC verification of their numbers.',
    screen: '/surveillance',
  },
  {
    icon: FileLock2,
    title: 'Encrypted document vault',
    text: 'Licences and insurance are stored encrypted, reviewed by your admins, and tracked until accreditation is complete.',
  },
  {
    icon: Smartphone,
    title: 'Mobile-first web app',
    text: 'Install it on a phone or a desktop. The whole console works from a small screen, light or dark.',
  },
  {
    icon: UserRound,
    title: 'Broker portal',
    text: 'Brokers upload documents, keep their profile current and follow their accreditation themselves.',
  },
  {
    icon: LayoutTemplate,
    title: 'Product microsites',
    text: 'A page for each product offer, with UTM tracking that shows which link brought which broker.',
  },
  {
    icon: ChartNoAxesColumn,
    title: 'Real-time analytics',
    text: 'Calls, responses, meetings and accreditations change on screen as they happen.',
    screen: '/analytics',
  },
]

/** Features that the landing page advertises. */
export const advantages: readonly Advantage[] = all.filter(
  ({ screen }) => !screen || consoleRoots.includes(screen),
)
