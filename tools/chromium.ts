import { execFile, spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type Chromium = { path: string; args: string[] }

type Options = {
  env?: { CHROMIUM_PATH?: string; PATH?: string }
  /** Where the packaged Chromium is unpacked; `npm ci` empties the default. */
  cacheFolder?: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome']
const defaultCache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))

/**
 * A Chromium for the tests and its switches: CHROMIUM_PATH, else one in PATH, else the one packed in
 * `@sparticuz/chromium`. Nothing is downloaded and nothing needs root.
 */
export async function chromiumPath({
  env = process.env,
  cacheFolder = defaultCache,
}: Options = {}): Promise<Chromium> {
  const path = (await chosen(env.CHROMIUM_PATH)) ?? (await inPath(env.PATH)) ?? (await packaged(cacheFolder))
  return { path, args: switches() }
}

async function chosen(path: string | undefined): Promise<string | undefined> {
  if (!path) return undefined
  if (await isExecutable(path)) return path
  throw new Error(`CHROMIUM_PATH is ${path}, which cannot be run. Set it to a Chromium, or unset it.`)
}

async function inPath(path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? '').split(delimiter).filter(Boolean)) {
    for (const name of names) {
      const candidate = join(folder, name)
      if (await isExecutable(candidate)) return candidate
    }
  }
  return undefined
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function switches(): string[] {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  return canSandbox() ? quiet : ['--no-sandbox', ...quiet]
}

// Chromium's sandbox refuses root, and needs user namespaces, which many containers forbid.
function canSandbox(): boolean {
  if (process.getuid?.() === 0) return false
  return process.platform !== 'linux' || spawnSync('unshare', ['-U', 'true']).status === 0
}

/** Unpacks the packaged Chromium once; several processes may do so at the same time. */
async function packaged(cacheFolder: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found. Install one and set CHROMIUM_PATH to its program.')
  }
  const folder = join(cacheFolder, await packageVersion())
  const start = join(folder, 'start')
  if (await isExecutable(start)) return start
  await mkdir(cacheFolder, { recursive: true })
  const aside = await mkdtemp(join(cacheFolder, 'unpack-'))
  await unpack(aside)
  await writeSettings(aside, folder)
  await chmod(aside, 0o755)
  await rename(aside, folder).catch(async (error) => {
    await rm(aside, { recursive: true, force: true })
    if (!(await isExecutable(start))) throw error
  })
  return start
}

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
    const { name, version } = JSON.parse(text)
    if (name === '@sparticuz/chromium' && typeof version === 'string') return version
  }
  throw new Error('The package @sparticuz/chromium has no version. Run "npm ci" again.')
}

// The package unpacks into the temporary folder, and includes its libraries (NSS and such) only on Lambda: a child
// process gets environment variables for both.
async function unpack(folder: string): Promise<void> {
  const entry = import.meta.resolve('@sparticuz/chromium')
  const script = `await (await import(${JSON.stringify(entry)})).default.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
}

async function writeSettings(aside: string, folder: string): Promise<void> {
  const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`
  await writeFile(join(aside, 'fonts', 'fonts.conf'), fonts)
  const start = `#!/bin/sh
export LD_LIBRARY_PATH="${folder}/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="${folder}/fonts"
exec "${folder}/chromium" "$@"
`
  await writeFile(join(aside, 'start'), start, { mode: 0o755 })
}
