import { importsOf } from './imports.ts'
import type { SourceFile } from './sources.ts'

/** Files that import each other in a circle, by types as well: each circle once, in the order of its arrows. */
export function checkCircles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path))
  const arrows = new Map(
    files.map((file) => [file.path, importsOf(file).flatMap(({ to }) => (known.has(to) ? [to] : []))]),
  )
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      circles.push(
        `${[...trail.slice(at), path].join(' → ')}: a circle; move what both need into a file of its own`,
      )
      return
    }
    if (done.has(path)) return
    for (const next of arrows.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return circles
}
