// `npm run dev`: the server restarts on changes, the screens reload automatically; public pages are rebuilt.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildWebIfStale, webBuilds } from './build-web.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT ?? '3000'
const vite = 'node_modules/vite/bin/vite.js'
const watched = ['--watch-path=server', '--watch-path=contract', '--watch-path=dist/pages']
// the server's pages are there before it starts
if (!buildWebIfStale()) process.exit(1)
// console and portal have Vite's own server
const built = webBuilds.filter(({ args }) => args.length > 1 && !args.includes('portal'))
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', ...watched, 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info', PORT: port },
  }),
  spawn(process.execPath, [vite], { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } }),
  ...built.map(({ args }) =>
    spawn(process.execPath, [vite, ...args, '--watch', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
    }),
  ),
]
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
