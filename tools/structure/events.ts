import { isTest, type SourceFile } from './sources.ts'

const MODULE = /^server\/modules\/([^/]+)\//
const DECLARED = /^ {2}'([a-zA-Z]+\.[a-zA-Z]+)':/gm

/**
 * Every event has a listener in another module than its emitter; a module with only its own listener should call it
 * directly.
 */
export function checkEvents(files: readonly SourceFile[]): string[] {
  const table = files.find(({ path }) => path === 'server/events.ts')?.text ?? ''
  const modules = files.filter(({ path }) => MODULE.test(path) && !isTest(path))
  const where = (pattern: RegExp): Set<string> =>
    new Set(modules.filter(({ text }) => pattern.test(text)).map(({ path }) => MODULE.exec(path)?.[1] ?? ''))
  return [...table.matchAll(DECLARED)].flatMap(([, event = '']) => {
    const name = event.replaceAll('.', '\\.')
    const emitters = where(new RegExp(`emit\\(\\s*'${name}'`))
    const listeners = where(new RegExp(`^\\s*'${name}'(:|\\()|listen\\(\\s*'${name}'`, 'm'))
    if (emitters.size === 0) return [`server/events.ts: nobody emits ${event}`]
    return [...listeners].some((each) => !emitters.has(each) || emitters.size > 1)
      ? []
      : [`server/events.ts: ${event} has no listener in another module`]
  })
}
