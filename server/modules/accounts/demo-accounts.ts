import type { StaffRole } from '#contract/policy.ts'

export interface DemoAccount {
  email: string
  password: string
  role: StaffRole
  firstName: string
  lastName: string
}

/** Staff accounts of the demo; their passwords are public, so they exist only with the demo on. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'admin@brokerline.example',
    password: 'demo-Admin-2026',
    role: 'admin',
    firstName: 'Ada',
    lastName: 'Whitlock',
  },
  {
    email: 'lender@brokerline.example',
    password: 'demo-Lender-2026',
    role: 'lender',
    firstName: 'Leo',
    lastName: 'Marsden',
  },
  {
    email: 'compliance@brokerline.example',
    password: 'demo-Compliance-2026',
    role: 'compliance',
    firstName: 'Cora',
    lastName: 'Ellison',
  },
  {
    email: 'viewer@brokerline.example',
    password: 'demo-Viewer-2026',
    role: 'viewer',
    firstName: 'Vic',
    lastName: 'Sorrell',
  },
]

/** The portal account of the demo. */
export const demoBroker = {
  email: 'broker@brokerline.example',
  password: 'demo-Broker-2026',
  role: 'broker',
} as const
