import type { ReactNode } from 'react'
import { giveUpDrafts } from '#web/lib/kept-drafts.ts'

export interface Question {
  /** 'Delete Ann Ng?' */
  title: string
  /** The consequences: data that is lost and data that stays. */
  body: ReactNode
  /** Text of the button: 'Delete broker'. */
  action: string
  cancel?: string
  danger?: boolean
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Shows a confirmation: `if (await confirm({ title, body, action: 'Delete broker', danger: true })) …`. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (yes) => {
        show(null)
        resolve(yes)
      },
    })
  })
}

/** Confirms before unsaved input is lost: in the dialog on top, or in all forms of the page. */
export async function confirmLeave(which: 'top' | 'all'): Promise<boolean> {
  const leave = await confirm({
    title: 'Leave without saving?',
    body: 'What you changed here has not been saved.',
    action: 'Leave',
    cancel: 'Keep editing',
    danger: true,
  })
  if (leave) giveUpDrafts(which)
  return leave
}

/** For ConfirmHost: the open dialog. */
export const confirmStore = {
  subscribe(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
  current: (): Asked | null => asked,
}
