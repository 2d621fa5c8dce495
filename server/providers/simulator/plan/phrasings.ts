// Loads the sentences of simulated calls.

import { readFileSync } from 'node:fs'

export type Sentences = readonly [string, ...string[]]

const answering = [
  ...(['hello', 'hello_by_name', 'hello_after_screening', 'colleague', 'colleague_asks'] as const),
  ...(['colleague_goodbye', 'screener', 'screener_holds', 'screener_asks_again'] as const),
  ...([
    'screener_declines',
    'screener_relays',
    'challenge',
    'mailbox',
    'mailbox_goes_on',
    'calls_out',
  ] as const),
] as const
const wishes = [
  ...(['link', 'meeting', 'accreditation', 'opt_out', 'person', 'later', 'times', 'no_recording'] as const),
] as const
const replies = [
  ...(['yes', 'no', 'corrects', 'second_thoughts', 'first_of_two', 'second_of_two', 'only_time'] as const),
  ...(['other_times', 'no_meeting', 'no_later_call', 'keeps_calls', 'ends_calls', 'waits', 'noise'] as const),
  ...(['leaves', 'thanks'] as const),
] as const

/** Sentences by heading, in the order of the file. Lines that start with # and a space are comments. */
export function readSentences(text: string): Map<string, Sentences> {
  const groups = new Map<string, string[]>()
  let group: string[] | undefined
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('# ')) continue
    if (line.startsWith('## ')) {
      const heading = line.slice(3)
      if (groups.has(heading)) throw new Error(`phrasings have two groups '${heading}'`)
      group = []
      groups.set(heading, group)
    } else if (group) group.push(line)
    else throw new Error(`the phrasing '${line}' is in no group`)
  }
  return new Map([...groups].map(([heading, sentences]) => [heading, filled(heading, sentences)]))
}

function filled(heading: string, [first, ...others]: string[]): Sentences {
  if (first === undefined) throw new Error(`phrasings have no sentence for '${heading}'`)
  return [first, ...others]
}

function load(name: string): Map<string, Sentences> {
  return readSentences(readFileSync(new URL(`../phrasings/${name}.txt`, import.meta.url), 'utf8'))
}

function loadGroups<Group extends string>(name: string, groups: readonly Group[]): Record<Group, Sentences> {
  const found = load(name)
  const missing = groups.filter((group) => !found.has(group))
  const unused = [...found.keys()].filter((heading) => !groups.some((group) => group === heading))
  if (missing.length + unused.length > 0)
    throw new Error(`${name}.txt lacks [${missing.join(', ')}] and has unused [${unused.join(', ')}]`)
  return Object.fromEntries(found) as Record<Group, Sentences> // just compared
}

export const phrasings = {
  ...loadGroups('answering', answering),
  ...loadGroups('wishes', wishes),
  ...loadGroups('replies', replies),
}

/** Ways of asking about the offer, under the agent's answer. */
export const questions: readonly (readonly [answer: string, asked: Sentences])[] = [...load('questions')]
