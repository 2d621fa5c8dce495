// Makes the secrets of an installation of several processes, as compose.yaml reads them: `node tools/make-secrets.ts FOLDER`.
import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateX25519Identity } from 'age-encryption'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'database-host': { type: 'string', default: 'database' } },
})
const [folder] = positionals
if (!folder) {
  console.error('Say where to: node tools/make-secrets.ts FOLDER [--database-host NAME]')
  process.exit(1)
}
if (existsSync(join(folder, 'session'))) {
  console.error(
    `${folder} holds secrets already. They open the vault and the sessions, so nothing was replaced.`,
  )
  process.exit(1)
}

const random = (): string => randomBytes(24).toString('hex')
const passwords = { owner: random(), app: random() }
const url = (role: 'owner' | 'app'): string =>
  // the network of the containers is theirs alone
  `postgres://brokerline_${role}:${passwords[role]}@${values['database-host']}:5432/brokerline?sslmode=disable`
const pushKey = createECDH('prime256v1')
pushKey.generateKeys()

const secrets: Record<string, string> = {
  session: random(),
  'vault.key': await generateX25519Identity(),
  'push.key': pushKey.getPrivateKey().toString('base64url'),
  'database-password': random(),
  'database-url': url('app'),
  'database-owner-url': url('owner'),
  'roles.sql': `create role brokerline_owner login password '${passwords.owner}';
create role brokerline_app login password '${passwords.app}';
create database brokerline owner brokerline_owner;
revoke all on database brokerline from public;
grant connect on database brokerline to brokerline_app;`,
  's3-secret': random(),
  'admin-password': randomBytes(12).toString('base64url'),
  'metrics-token': random(),
}
// the folder is closed to other users of the machine; the files are open, because each container reads them as a user of its own
mkdirSync(folder, { recursive: true, mode: 0o700 })
for (const [name, text] of Object.entries(secrets)) {
  writeFileSync(join(folder, name), `${text}\n`, { flag: 'wx', mode: 0o444 })
}
console.log(`${Object.keys(secrets).length} secrets were written to ${folder}.
Keep copies of session and vault.key apart from the backups: without vault.key no document can be read again.`)
