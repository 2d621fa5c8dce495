// The process in which a start prepares a new or an older database: see prepare-apart.ts.
import { once } from 'node:events'
import module from 'node:module'
import packageJson from '../../package.json' with { type: 'json' }
import { type Config, readConfig, startLine } from '../config.ts'
import { loadProduct } from '../load-product.ts'
import { prepareDatabase } from '../platform/db/prepare-database.ts'
import { createLog } from '../platform/log.ts'
import { openLogOutput } from '../platform/log-output.ts'
import type { Answer, Task } from './prepare-apart.ts'

async function work({ database, secret, compileCache }: Task): Promise<void> {
  if (compileCache) module.enableCompileCache(compileCache)
  const config = readConfig(process.env, packageJson.version)
  const product = config.demo ? loadProduct() : null
  // reported where it is waited for
  product?.catch(() => undefined)
  // the parent process logs all messages about the database again
  await prepareDatabase(database, { log: createLog('silent', process.stdout) })
  if (product) await loadWorld(await product, config, { database, secret })
}

type Product = Awaited<ReturnType<typeof loadProduct>>

async function loadWorld(
  { buildApp, prepareWorld, loadPages }: Product,
  config: Config,
  { database, secret }: Task,
): Promise<void> {
  const log = createLog(config.logLevel, openLogOutput().destination)
  const pages = await loadPages()
  const app = await buildApp({ config, databaseUrl: database.url, secret, log, pages, webFiles: false })
  try {
    await prepareWorld(app, config)
  } finally {
    await app.close()
  }
}

function answer(failure: Answer['failure']): void {
  const done: Answer = { failure }
  process.send?.(done, () => process.exit(0))
}

// the parent process has ended
process.on('disconnect', () => process.exit(1))
const [task] = (await once(process, 'message')) as [Task]
await work(task).then(
  () => answer(null),
  (error) => answer(startLine(error)),
)
