// Shows that the Containerfile builds, and that the image starts as its user on a read-only root, passes its
// health check and stops in order. As root on Debian with the packages buildah and debootstrap: the base image is made here
// under its public name, because this proof asks no registry of images.
// Run: node test/proofs/image.proof.ts
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateX25519Identity } from 'age-encryption'
import { startDatabase } from '../database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const BASE = 'docker.io/library/node:26-bookworm-slim'
const IMAGE = 'localhost/brokerline:proof'
const PORT = '3999'
const START_SECONDS = 120

const run = promisify(execFile)
// overlays need a kernel module that not every machine has
const env = { ...process.env, STORAGE_DRIVER: 'vfs' }
const buildah = async (...args: string[]): Promise<string> =>
  (await run('buildah', args, { env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim()

interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

/** Debian with this Node.js and npm, as the public image is made. */
async function makeBase(folder: string): Promise<void> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${BASE}`)) !== '') return
  const system = join(folder, 'system')
  await run(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libatomic1,libstdc++6', 'bookworm', system],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  // …/npm/bin/npm-cli.js; `npm root` would look beside the Node.js of this project, which has no npm
  const npm = dirname(dirname(await realpath((await run('which', ['npm'])).stdout.trim())))
  await copyFile(process.execPath, join(system, 'usr/local/bin/node'))
  await cp(npm, join(system, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(system, 'usr/local/bin/npm'))
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, system, '/')
  await buildah('config', '--cmd', 'node', container)
  await buildah('commit', '--quiet', '--rm', container, BASE)
}

/** npm inside the build reaches the registry as this machine does. */
async function build(folder: string): Promise<ImageConfig & { megabytes: number }> {
  const own = await readFile(join(homedir(), '.npmrc'), 'utf8').catch(() => '')
  const npmrc = join(folder, 'npmrc')
  await writeFile(npmrc, `${own}\ncafile=/etc/ssl/certs/ca-certificates.crt\n`)
  const volumes = ['--volume', `${npmrc}:/root/.npmrc:ro`, '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro']
  const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--tag', IMAGE]
  await buildah('build', ...options, ...volumes, '--file', join(root, 'Containerfile'), root)
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)) as {
    Docker: { config: ImageConfig }
  }
  const [listed] = JSON.parse(await buildah('images', '--json', IMAGE)) as { size: string }[]
  return { ...Docker.config, megabytes: Number.parseFloat(listed?.size ?? '') }
}

/** Starts commands in the image's files, read-only but for /data and /tmp, as the image's user. */
function commandsIn(files: string, config: ImageConfig) {
  const mounts = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" &&
    for folder in data tmp; do mount -t tmpfs -o uid=10001,gid=10001,mode=0700 none "$0/$folder" || exit 1; done &&
    mount -t proc none "$0/proc" && mount --rbind /dev "$0/dev" &&
    exec chroot --userspec="${config.User}" "$0" /bin/sh -c 'cd "$0" && exec "$@"' "${config.WorkingDir}" "$@"`
  return (command: string[], variables: Record<string, string>): ChildProcess => {
    const set = [...config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
    const args = ['--mount', 'sh', '-c', mounts, files, '/usr/bin/env', '-i', ...set, ...command]
    return spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  }
}

/** The address without its socket, whose folder the image's files do not have. */
function overTcp(address: string): string {
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  return url.href
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output: output.trim() }
}

const folder = await mkdtemp(join(tmpdir(), 'brokerline-image-'))
const database = await startDatabase()
try {
  await makeBase(folder)
  const { megabytes, ...config } = await build(folder)
  const container = await buildah('from', '--pull-never', IMAGE)
  const start = commandsIn(await buildah('mount', container), config)
  const urls = { DATABASE_URL: overTcp(database.url), DATABASE_OWNER_URL: overTcp(database.ownerUrl) }
  const migrated = await endOf(start(['node', 'tools/db-migrate.ts'], urls))
  const written = await endOf(
    start(['sh', '-c', 'id -u; touch /app/x /usr/x; touch /tmp/x /data/x && echo wrote'], {}),
  )
  const variables = {
    DATABASE_URL: urls.DATABASE_URL,
    SESSION_SECRET: 's'.repeat(32),
    VAULT_KEY: await generateX25519Identity(),
    HOST: '127.0.0.1',
    PORT,
    DRAIN_SECONDS: '1',
  }
  const product = start(config.Cmd, variables)
  const ended = endOf(product)
  const health = config.Healthcheck.Test.slice(1)
  let healthy = false
  for (let second = 0; second < START_SECONDS && !healthy && product.exitCode === null; second++) {
    await delay(1000)
    healthy = (await endOf(start(health, { PORT }))).code === 0
  }
  const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(({ status }) => status, String)
  product.kill('SIGTERM')
  const { code } = await ended
  const unhealthy = (await endOf(start(health, { PORT }))).code === 1
  await buildah('rm', container)
  const figures = {
    megabytes,
    user: config.User,
    migrated: migrated.code,
    written: written.output,
    healthy,
    ready,
    code,
    unhealthy,
  }
  console.log(JSON.stringify(figures))
  const isRight = healthy && unhealthy && ready === 200 && code === 0 && migrated.code === 0
  process.exitCode = isRight && written.output === '10001\nwrote' ? 0 : 1
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
