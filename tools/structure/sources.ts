import { globSync, readFileSync } from 'node:fs'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
}

const FOLDERS = '{contract,server,web,e2e,bench,test,tools}'

/** Every TypeScript file of the project that a person wrote. */
export function sourceFiles(root: string): SourceFile[] {
  return globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.gen.'))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

/** Files that run only in tests: the tests, the doubles and worlds they share, the proofs. */
export const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('e2e/') || path.startsWith('test/')

/** The product itself, which must run without tests and tools. */
export const isProduct = (path: string): boolean => /^(contract|server|web)\//.test(path) && !isTest(path)

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
