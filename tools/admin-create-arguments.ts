import { parseArgs } from 'node:util'
import { staffRoles } from '#contract/policy.ts'
import type { NewStaff } from '#server/modules/accounts/staff-accounts.ts'
import { StartupError } from '../server/platform/startup-error.ts'

const USAGE = `Usage: npm run admin:create -- <e-mail> [--role ${staffRoles.join('|')}] [--first-name <name>] [--last-name <name>]
The password is asked for, or read from standard input.`

/**
 * @param args the arguments after the command
 * @throws StartupError with the usage
 */
export function readArguments(args: string[]): Omit<NewStaff, 'password'> {
  const { positionals, values } = parse(args)
  const [email, ...more] = positionals
  const role = staffRoles.find((known) => known === values.role)
  if (!email || more.length > 0 || !role) throw new StartupError(USAGE)
  return { email, role, firstName: values['first-name'], lastName: values['last-name'] }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        role: { type: 'string', default: 'admin' },
        'first-name': { type: 'string', default: '' },
        'last-name': { type: 'string', default: '' },
      },
    })
  } catch {
    throw new StartupError(USAGE)
  }
}
