// Decides how an event of a call is described on screen.

import { callResponseLabels, outcomeTable } from '#contract/calls.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'

export function describeEvent(event: VoiceEvent): string {
  switch (event.kind) {
    case 'ringing':
      return 'The phone rings'
    case 'answered':
      return 'Answered'
    case 'option': {
      const how = event.source === 'key' ? `pressed ${event.option.at(-1)}` : 'by voice'
      return `${callResponseLabels[event.option]} (${how})`
    }
    case 'operator':
      return event.connected ? 'Put through to a person' : 'Asked for a person'
    case 'recording_declined':
      return 'Asked not to be recorded'
    case 'recording':
      return recordingTexts[event.status]
    case 'transcript':
      return 'Transcript received'
    case 'cost':
      return `Cost ${event.amount} ${event.currency}`
    case 'handed_over':
      return event.message
    case 'ended':
      return event.message ?? `Ended: ${outcomeTable[event.outcome].label}`
  }
}

const recordingTexts = {
  recording: 'Recording started',
  completed: 'Recording complete',
  failed: 'The recording failed',
} as const
