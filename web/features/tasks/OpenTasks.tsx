import { lazily } from '#web/ui/lazily.tsx'

/** How many tasks are open. The bars of every screen show it, and come before it. */
export const OpenTasks = lazily(async () => (await import('./OpenTasksCount.tsx')).OpenTasksCount)
