import { isTest, type SourceFile } from './sources.ts'

const MAX_LINES = 300
const MAX_TEST_LINES = 500
const FORBIDDEN_NAMES = /(^|\/)(index|helpers?|utils?\d*|common|misc)\.tsx?$/
/** `contract/texts.ts` and the like are named after their content; a component file after its component. */
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.tsx?$/
const PASCAL = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/

/** Names and lengths of files. */
export function checkFiles(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    // the comments that name requirements do not make a test longer to read
    const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('// Covers: ')).length
    const limit = isTest(path) ? MAX_TEST_LINES : MAX_LINES
    return [
      ...(FORBIDDEN_NAMES.test(path) ? [`${path}: name the file after what it holds, not ${name}`] : []),
      ...(KEBAB.test(name) || PASCAL.test(name)
        ? []
        : [`${path}: use kebab-case.ts, or PascalCase.tsx for a component`]),
      ...(lines > limit ? [`${path}: ${lines} lines; split it by concern before ${limit}`] : []),
    ]
  })
}
