// Builds the sentences about a call that a person asks for.

import { spokenInSydney, spokenTime, spokenWhose } from '#server/calendar/words.ts'

/** 'Tuesday 1 December at 3 pm, your time, that is 6 pm in Sydney' @param zone of the person, or null */
function timeWords(at: Date, zone: string | null): string {
  return `${spokenTime(at, zone)}, ${spokenWhose([spokenInSydney(at, zone)])}`
}

/** Reads the time back. @param moved whether it is another one than the person named */
export function readBack(at: Date, zone: string | null, { moved }: { moved: boolean }): string {
  const time = timeWords(at, zone)
  const other = `We cannot call at that time. The nearest time is ${time}.`
  return `${moved ? other : `That is ${time}.`} Shall I call you then?`
}

export const ASK_AGAIN =
  'We call from 9 am to 8 pm on weekdays, and until 5 pm on Saturdays. Which day and time suit you?'
export const NO_CALL = 'I cannot plan a call at that time. I have asked for a person to call you back.'

/** The result, after the person affirmed a time. @param at null: it could not be planned, and staff have a task */
export const plannedWords = (at: Date | null, zone: string | null): string =>
  at ? `Done: we will call you on ${timeWords(at, zone)}.` : NO_CALL
