import {
  Activity,
  CalendarCheck,
  FileCheck2,
  type LucideIcon,
  MousePointerClick,
  PhoneCall,
  PhoneOff,
} from 'lucide-react'
import type { Tone } from '#web/ui/tone.ts'

interface Look {
  tone: Tone
  icon: LucideIcon
  /** What the colour says, in words. */
  label: string
}

const looks: Readonly<Record<string, Look>> = {
  call_completed: { tone: 'green', icon: PhoneCall, label: 'Call completed' },
  accreditation_submitted: { tone: 'green', icon: FileCheck2, label: 'Accreditation' },
  accreditation_started: { tone: 'grey', icon: FileCheck2, label: 'Accreditation started' },
  meeting_booked: { tone: 'blue', icon: CalendarCheck, label: 'Meeting' },
  microsite_visited: { tone: 'amber', icon: MousePointerClick, label: 'Microsite visit' },
  opted_out: { tone: 'red', icon: PhoneOff, label: 'Opted out' },
}

const other: Look = { tone: 'grey', icon: Activity, label: 'Activity' }

/** Colour and sign of a kind of activity; kinds that are not listed are grey. */
export function activityLook(type: string): Look {
  return (Object.hasOwn(looks, type) && looks[type]) || other
}
