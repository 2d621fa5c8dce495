// Decides which actions of the audit log a search means by their sentences, e.g. 'Approved {subject}'.

import { auditLabels } from '#contract/accounts/audit-labels.ts'

/** Actions whose sentence the search reaches into together with the subject: how the subject then has to be. */
export interface AcrossSubject {
  actions: string[]
  how: 'begins' | 'ends' | 'is'
  /** In lower case. */
  text: string
}

export interface MeantActions {
  /** Match with any subject. */
  all: string[]
  across: AcrossSubject[]
}

const SUBJECT = '{subject}'

/** @param words a key of foldKey(); one or two characters mean the beginning of a word */
export function meantActions(
  words: string,
  labels: Readonly<Record<string, string>> = auditLabels,
): MeantActions {
  const isShort = words.length < 3
  const all: string[] = []
  const across = new Map<string, AcrossSubject>()
  const add = (action: string, how: AcrossSubject['how'], text: string): void => {
    // no subject begins or ends with a blank
    if (text.trimStart() !== text && how !== 'ends') return
    if (text.trimEnd() !== text && how !== 'begins') return
    const key = `${how} ${text}`
    const known = across.get(key) ?? { actions: [], how, text }
    if (!known.actions.includes(action)) known.actions.push(action)
    across.set(key, known)
  }
  for (const [action, label] of Object.entries(labels)) {
    // as keys have it, but for the blanks next to the subject
    const sentence = label.toLowerCase().replaceAll(/['’]/g, '').replaceAll(/[-–_]/g, ' ')
    const [before = '', ...rest] = sentence.split(SUBJECT)
    const after = rest.length > 0 ? rest.join(SUBJECT) : null
    const parts = after === null ? [before] : [before, after]
    if (parts.some((part) => (isShort ? ` ${part}`.includes(` ${words}`) : part.includes(words)))) {
      all.push(action)
      continue
    }
    if (after === null || isShort) continue
    for (let cut = 1; cut < words.length; cut++) {
      const [head, tail] = [words.slice(0, cut), words.slice(cut)]
      if (before.endsWith(head)) add(action, 'begins', tail)
      if (after.startsWith(tail)) add(action, 'ends', head)
      for (let end = cut + 1; end < words.length; end++) {
        if (before.endsWith(head) && after.startsWith(words.slice(end)))
          add(action, 'is', words.slice(cut, end))
      }
    }
  }
  return { all, across: [...across.values()] }
}
