import {
  Activity,
  CalendarCheck,
  FileCheck2,
  type LucideIcon,
  MessageSquare,
  MousePointerClick,
  PhoneCall,
  PhoneForwarded,
  PhoneIncoming,
  PhoneOff,
} from 'lucide-react'
import type { Tone } from '#web/ui/tone.ts'

interface Look {
  tone: Tone
  icon: LucideIcon
  /** Text alternative of the colour. */
  label: string
}

const looks: Readonly<Record<string, Look>> = {
  call_completed: { tone: 'green', icon: PhoneCall, label: 'Call completed' },
  accreditation_submitted: { tone: 'green', icon: FileCheck2, label: 'Accreditation' },
  accreditation_started: { tone: 'grey', icon: FileCheck2, label: 'Accreditation started' },
  meeting_booked: { tone: 'blue', icon: CalendarCheck, label: 'Meeting' },
  microsite_visited: { tone: 'amber', icon: MousePointerClick, label: 'Microsite visit' },
  call_received: { tone: 'grey', icon: PhoneIncoming, label: 'Call to us' },
  call_handed_off: { tone: 'green', icon: PhoneForwarded, label: 'Put through' },
  call_back_requested: { tone: 'grey', icon: PhoneIncoming, label: 'Call back' },
  call_requested: { tone: 'blue', icon: PhoneIncoming, label: 'Call requested' },
  call_request_changed: { tone: 'grey', icon: PhoneIncoming, label: 'Requested call' },
  sms_received: { tone: 'grey', icon: MessageSquare, label: 'SMS to us' },
  opted_out: { tone: 'red', icon: PhoneOff, label: 'Opted out' },
}

const other: Look = { tone: 'grey', icon: Activity, label: 'Activity' }

/** Colour and icon of an activity type; unlisted types are grey. */
export function activityLook(type: string): Look {
  return (Object.hasOwn(looks, type) && looks[type]) || other
}
