// Decides the text of a push message. It names kinds of tasks and no person.

import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { PushMessage } from '#server/providers/ports/push.ts'

/** Kinds that a message names. */
const MOST_KINDS = 3

/** @param tasks at least one */
export function pushMessage(tasks: readonly { id: number; kind: TaskKind }[]): PushMessage {
  const [first] = tasks
  if (first && tasks.length === 1) {
    return {
      ...{ title: taskTerms[first.kind].label, body: 'A task needs a person.' },
      ...{ path: `/tasks?state=all&assignee=anyone&task=${first.id}`, tag: `task-${first.id}` },
    }
  }
  const labels = [...new Set(tasks.map(({ kind }) => taskTerms[kind].label))]
  const named = labels.slice(0, MOST_KINDS).join(', ')
  return {
    title: `${tasks.length} tasks need a person`,
    body: labels.length > MOST_KINDS ? `${named} and others` : named,
    path: '/tasks',
    tag: 'tasks',
  }
}
