// Decides how an event of a call is described on screen.

import { callResponseLabels, outcomeTable } from '#contract/calls/calls.ts'
import { cutText } from '#contract/plain-text.ts'
import { shortTime, spokenBefore, spokenTime } from '#server/calendar/words.ts'
import type { Answerer } from '#server/conversation/who-answered.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { answerTexts, meaningTexts } from './transcripts/readings.rules.ts'

type EventOf<Kind extends VoiceEvent['kind']> = Extract<VoiceEvent, { kind: Kind }>

export function describeEvent(event: VoiceEvent): string {
  switch (event.kind) {
    case 'ringing':
      return 'The phone rings'
    case 'answered':
      return 'Answered'
    case 'answered_by': {
      const words = event.text ? `: “${cutText(event.text, 300, '…')}”` : ''
      return `${answererTexts[event.who]}${words}`
    }
    case 'menu':
      return 'Menu played'
    case 'option': {
      const spoken = event.relayed ? 'passed on by a call screener' : 'by voice'
      const how = event.source === 'key' ? `pressed ${event.option.at(-1)}` : spoken
      return `${callResponseLabels[event.option]} (${how})`
    }
    case 'understood':
      return understoodText(event)
    case 'unconfirmed':
      return `${wishTexts[event.wish]}, and did not confirm it`
    case 'operator':
      if (!event.connected) return 'Asked for a person'
      return `Put through to ${event.by ?? 'a person'}`
    case 'opt_out_unclear':
      return `May want no more calls: “${cutText(event.text, 300, '…')}”`
    case 'callback_requested':
      return `Asked to be called ${shortTime(new Date(event.from))}: “${cutText(event.text, 300, '…')}”`
    case 'recording_declined':
      return 'Asked not to be recorded'
    case 'recording':
      return recordingTexts[event.status]
    case 'transcript':
      return 'Transcript received'
    case 'cost':
      return `Cost ${event.amount} ${event.currency}`
    case 'meeting':
      return meetingText(event)
    case 'rate_stated':
      return `Stated a rate that the offer does not have, ${event.rate}%: “${cutText(event.text, 300, '…')}”`
    case 'handed_over':
      return event.message
    case 'ended':
      return event.message ?? `Ended: ${outcomeTable[event.outcome].label}`
  }
}

const wishTexts = {
  option_1: 'Asked for the link',
  option_3: 'Asked to start the accreditation',
  callback: 'Asked to be called later',
} as const

/** 'Understood “the second one”: one of the offered times. Asked: “… Shall I book it?”' */
function understoodText(event: EventOf<'understood'>): string {
  const { text, meaning, answer, question } = event
  const words = text === '' ? '' : ` “${cutText(text, 300, '…')}”`
  const reading = answer ? answerTexts[answer.is] : meaningTexts[meaning]
  return `Understood${words}: ${reading}${question ? `. Asked: “${question}”` : ''}`
}

/** 'Meeting booked for Tuesday 24 November at 4 pm, changed from 2 pm, which was no longer free' */
export function meetingText({ said, booked }: Pick<EventOf<'meeting'>, 'said' | 'booked'>): string {
  if (booked === null) return 'No meeting could be booked: no time was free, call back'
  const start = new Date(booked)
  const changed =
    said === null ? '' : `, changed from ${spokenBefore(new Date(said), start)}, which was no longer free`
  return `Meeting booked for ${spokenTime(start)}${changed}`
}

const answererTexts: Record<Answerer, string> = {
  person: 'A person answered',
  receptionist: 'A colleague answered for the person called',
  screener: 'A call screener answered',
  voicemail: 'A voicemail answered',
  ivr: 'An announcement or a menu answered',
  carrier_challenge: 'The carrier asked for a key or a word before it connects the call',
  silence: 'Nobody spoke',
  unclear: 'Not understood',
}

const recordingTexts = {
  recording: 'Recording started',
  completed: 'Recording complete',
  failed: 'The recording failed',
} as const
