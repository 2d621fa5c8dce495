import { lazily } from '#web/ui/lazily.tsx'

/** The number of open tasks. Loaded separately, because the bars of every screen show it and render first. */
export const OpenTasks = lazily(async () => (await import('./OpenTasksCount.tsx')).OpenTasksCount)
