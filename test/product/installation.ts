// The processes of compose.yaml, started by its commands and variables, but without containers.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { executeOn, startDatabase } from '../database.ts'
import { startS3Double } from '../doubles/s3-double.ts'
import { type RunningServer, startServer } from './server.ts'

export interface ComposeService {
  image: string
  command?: string[]
  environment?: Record<string, string>
  secrets?: (string | { source: string; target: string })[]
  read_only?: boolean
  cap_drop?: string[]
}

export interface Compose {
  services: Record<string, ComposeService>
  secrets: Record<string, { file: string }>
  volumes: Record<string, null>
}

export interface Installation {
  /** Starts a service of the product; a second start takes the port of the first. */
  start(service: string): Promise<RunningServer>
  admin: { email: string; password: string }
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export async function readCompose(): Promise<Compose> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8')
  return parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }) as Compose // its own file
}

/** @param variables for every process of the product, in addition to those of compose.yaml */
export async function startInstallation(variables: Record<string, string>): Promise<Installation> {
  const { services } = await readCompose()
  const folder = await mkdtemp(join(tmpdir(), 'brokerline-installation-'))
  await run(process.execPath, ['tools/make-secrets.ts', folder], { cwd: root })
  const secret = async (name: string): Promise<string> => (await readFile(join(folder, name), 'utf8')).trim()
  const database = await startDatabase({ max_connections: '200' })
  await prepareRoles(folder, database.ownerUrl)
  const store = await startS3Double({
    bucket: 'brokerline',
    region: 'us-east-1',
    accessKeyId: 'brokerline',
    secretAccessKey: await secret('s3-secret'),
  })
  /** Addresses and files outside the containers. */
  const outside = ({ environment = {} }: ComposeService): Record<string, string> => ({
    ...Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace('/run/secrets', folder).replace('http://store:9000', store.url),
      ]),
    ),
    SMTP_URL: '',
    ...variables,
  })
  const serviceOf = (name: string): ComposeService => {
    const service = services[name]
    if (!service) throw new Error(`compose.yaml has no service ${name}`)
    return service
  }
  const migrate = serviceOf('migrate')
  await run(process.execPath, migrate.command?.slice(1) ?? [], {
    cwd: root,
    env: { PATH: process.env.PATH, ...outside(migrate) },
  })
  const ports = new Map<string, string>()
  const running = new Set<RunningServer>()
  return {
    async start(name) {
      const port = ports.get(name)
      const server = await startServer({
        dataDir: await mkdtemp(join(folder, 'data-')),
        env: { ...outside(serviceOf(name)), ...(port && { PORT: port }) },
      })
      ports.set(name, new URL(server.url).port)
      running.add(server)
      return server
    },
    admin: {
      email: services['web-1']?.environment?.ADMIN_EMAIL ?? '',
      password: await secret('admin-password'),
    },
    async stop() {
      await Promise.all([...running].map((server) => server.stop()))
      await store.close()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes roles and database as the database's container does, beside those that the PostgreSQL of the tests has already. */
async function prepareRoles(folder: string, superuserUrl: string): Promise<void> {
  const { host } = new URL(superuserUrl)
  for (const name of ['roles.sql', 'database-url', 'database-owner-url']) {
    const file = join(folder, name)
    const text = (await readFile(file, 'utf8')).replaceAll('brokerline', 'installed')
    await rm(file)
    await writeFile(file, text.replace('@database:5432', `@${host}`))
  }
  const statements = (await readFile(join(folder, 'roles.sql'), 'utf8')).split(';')
  await executeOn(superuserUrl, ...statements.map((text) => text.trim()).filter(Boolean))
}
