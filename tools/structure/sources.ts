import { globSync, readFileSync } from 'node:fs'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
}

const FOLDERS = '{contract,server,web,e2e,bench,tools}'

/** Every TypeScript file of the project that a person wrote. */
export function sourceFiles(root: string): SourceFile[] {
  return globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.gen.'))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('e2e/')
