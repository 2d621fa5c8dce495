import { folderOf, isTest, nameOf, type SourceFile } from './sources.ts'

/** Files of which each module has at most one, named by their role alone. */
const OWN_KINDS = ['module', 'routes', 'jobs', 'listeners', 'policy', 'rules', 'store', 'views']
/** `<what>.<role>.ts`; a file without a role holds a command, or a few that belong together. */
const ROLES = ['rules', 'store', 'views', 'reply', 'routes', 'job', 'worker', 'thread']
/** Terms of the field that happen to end in -ing. */
const FIELD_TERMS = ['dialling', 'scoring', 'recording', 'booking']
const MODULE = /^server\/modules\/([^/]+)\/(.+)$/
/** A folder with fewer files than this is only a longer way to them. */
const FEWEST = 3

/** Names and depth of a module's files, and that names are unique. */
export function checkModuleFiles(files: readonly SourceFile[]): string[] {
  const own = files.map(({ path }) => path).filter((path) => MODULE.test(path))
  const problems = own.flatMap((path) => {
    const inside = MODULE.exec(path)?.[2] ?? ''
    const depth = inside.split('/').length
    const [what = '', ...roles] = nameOf(path)
      .replace(/\.tsx?$/, '')
      .split('.')
    const role = roles.filter((each) => !['service', 'test'].includes(each))
    return [
      ...(depth > 2
        ? [`${path}: a module is flat, with one more level for a noun of four files or more`]
        : []),
      ...(!isTest(path) && role.length > 1 ? [`${path}: one role a file`] : []),
      ...(!isTest(path) && role.some((each) => !ROLES.includes(each))
        ? [`${path}: "${role.join('.')}" is no role; the roles are ${ROLES.join(', ')}`]
        : []),
      ...(!isTest(path) && role.length === 0 && OWN_KINDS.includes(what) && depth > 1
        ? [`${path}: ${what}.ts is the module's own; name this file after what it is about`]
        : []),
    ]
  })
  return [...problems, ...repeatedNames(own.filter((path) => !isTest(path)))]
}

function repeatedNames(paths: readonly string[]): string[] {
  const byName = Map.groupBy(paths, nameOf)
  return [...byName]
    .filter(([name, at]) => at.length > 1 && !OWN_KINDS.includes(name.replace(/\.ts$/, '')))
    .map(([name, at]) => `${name} stands in ${at.map(folderOf).join(' and ')}: give each its own name`)
}

/** Folders that hold too little to be opened for, and folders named for an activity rather than a thing. */
export function checkFolders(files: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(
    files.map(({ path }) => path),
    folderOf,
  )
  const all = new Set([...folders.keys()].flatMap((folder) => parentsOf(folder)))
  const sparse = [...folders]
    .filter(([folder, inside]) => inside.length < FEWEST && !hasFolders(folder, all))
    .map(([folder, inside]) => `${folder}: a folder for ${inside.length} file(s); put them one level up`)
  const participles = [...all]
    .filter((folder) => /ing$/.test(nameOf(folder)) && !FIELD_TERMS.includes(nameOf(folder)))
    .map((folder) => `${folder}: name the folder after a thing, not after an activity`)
  return [...sparse, ...participles]
}

const hasFolders = (folder: string, all: ReadonlySet<string>): boolean =>
  [...all].some((each) => each.startsWith(`${folder}/`))

function parentsOf(folder: string): string[] {
  const parts = folder.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
