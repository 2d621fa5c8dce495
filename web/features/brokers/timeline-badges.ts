import {
  Activity,
  CalendarCheck,
  CircleHelp,
  FileCheck2,
  FileText,
  FileX2,
  KeyRound,
  type LucideIcon,
  Merge,
  MessageSquare,
  MousePointerClick,
  NotebookPen,
  Pencil,
  PhoneCall,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  PhoneOutgoing,
  Upload,
} from 'lucide-react'
import type { Tone } from '#web/ui/tone.ts'

interface Look {
  tone: Tone
  icon: LucideIcon
}

/** The first match counts; activities have the specification's colours. */
const looks: readonly { fits: RegExp; look: Look }[] = [
  { fits: /^(opted_out|suppressed)/, look: { tone: 'red', icon: PhoneOff } },
  { fits: /^suppression_ended/, look: { tone: 'grey', icon: PhoneCall } },
  { fits: /^accreditation_submitted/, look: { tone: 'green', icon: FileCheck2 } },
  { fits: /^accreditation_(complete|approved)/, look: { tone: 'green', icon: FileCheck2 } },
  { fits: /^accreditation_lapsed|^document_(rejected|expired)/, look: { tone: 'red', icon: FileX2 } },
  { fits: /^document_approved/, look: { tone: 'green', icon: FileCheck2 } },
  { fits: /^document/, look: { tone: 'grey', icon: FileText } },
  { fits: /^portal/, look: { tone: 'blue', icon: KeyRound } },
  { fits: /^merged/, look: { tone: 'grey', icon: Merge } },
  { fits: /^accreditation/, look: { tone: 'grey', icon: FileCheck2 } },
  { fits: /^call_request/, look: { tone: 'blue', icon: PhoneIncoming } },
  { fits: /^(meeting|booking)/, look: { tone: 'blue', icon: CalendarCheck } },
  { fits: /^microsite/, look: { tone: 'amber', icon: MousePointerClick } },
  { fits: /^decision/, look: { tone: 'grey', icon: CircleHelp } },
  { fits: /^call_?back/, look: { tone: 'amber', icon: PhoneIncoming } },
  { fits: /^call_received/, look: { tone: 'grey', icon: PhoneIncoming } },
  { fits: /^call_completed/, look: { tone: 'green', icon: PhoneCall } },
  { fits: /^call_logged/, look: { tone: 'blue', icon: PhoneCall } },
  { fits: /^note/, look: { tone: 'grey', icon: NotebookPen } },
  { fits: /^call_dialled/, look: { tone: 'grey', icon: PhoneOutgoing } },
  { fits: /^call/, look: { tone: 'grey', icon: PhoneMissed } },
  { fits: /^(sms|message|mail|link)/, look: { tone: 'grey', icon: MessageSquare } },
  { fits: /^import/, look: { tone: 'grey', icon: Upload } },
  { fits: /^broker/, look: { tone: 'grey', icon: Pencil } },
]

/** Colour and icon of a timeline entry. */
export function timelineLook(type: string): Look {
  return looks.find(({ fits }) => fits.test(type))?.look ?? { tone: 'grey', icon: Activity }
}
