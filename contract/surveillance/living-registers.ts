import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/text-fields.ts'

const tag = 'Registers'

/** Days over which a licensee's joiners and leavers are counted. */
export const MOVES_DAYS = 90

/** Maximum of representatives in one request. */
export const MOST_PROSPECTS = 2000

const licenceNumber = line()
  .regex(/^\d{1,9}$/, 'Enter the licence number, up to nine digits')
  // shown with leading zeros elsewhere
  .transform((digits) => digits.replace(/^0+(?=\d)/, ''))

const licensee = z.object({
  number: z.string(),
  /** null: the register has not had it. */
  name: z.string().nullable(),
  /** The current state in the register; gone: it is no longer listed. */
  state: z.enum(['current', 'suspended', 'ended', 'gone']),
  endedOn: z.string().nullable(),
  representatives: z.number(),
  /** Of the representatives: brokers of the directory. */
  brokers: z.number(),
  joined: z.number(),
  left: z.number(),
  /** The day that joiners and leavers are counted from, YYYY-MM-DD; null: there is no earlier snapshot. */
  since: z.string().nullable(),
})

export const listLicensees = endpoint('GET /api/surveillance/licensees', {
  tag,
  summary: 'The licensees that you deal with, each with its representatives, and how many joined and left',
  access: 'admin_area.read',
  returns: z.array(licensee),
})

export const watchLicensee = endpoint('POST /api/surveillance/licensees', {
  tag,
  summary: 'Adds a licensee to those that you deal with',
  access: 'registers.import',
  body: z.object({ number: licenceNumber }),
  returns: licensee,
  status: 201,
})

const licenseeParams = z.object({ number: licenceNumber })

export const unwatchLicensee = endpoint('DELETE /api/surveillance/licensees/:number', {
  tag,
  summary: 'Takes a licensee off the list',
  access: 'registers.import',
  params: licenseeParams,
  returns: z.object({ removed: z.literal(true) }),
})

export const licenseeMoves = endpoint('GET /api/surveillance/licensees/:number/moves', {
  tag,
  summary: 'Who joined a licensee and who left it, the first thousand by name',
  access: 'admin_area.read',
  params: licenseeParams,
  returns: z.array(
    z.object({
      kind: z.enum(['joined', 'left']),
      number: z.string(),
      name: z.string(),
      state: z.string().nullable(),
      /** In the directory; null: not one of your brokers. */
      brokerId: z.number().nullable(),
      /** e.g. 'Now a representative of licensee 990812.' */
      text: z.string(),
    }),
  ),
})

const chosen = z.object({ state: z.enum(regions, 'Choose a state').optional() })

const prospects = z.object({
  /** The newest register's day, YYYY-MM-DD; null: there is nothing to compare with. */
  snapshotDate: z.string().nullable(),
  /** People who are new on it. */
  people: z.number(),
  /** Of them, already in the directory by their number. */
  known: z.number(),
  /** Companies that are new: a company is no broker, and is left out. */
  companies: z.number(),
})

export const countProspects = endpoint('GET /api/surveillance/prospects', {
  tag,
  summary:
    'How many representatives the newest register has that the one before had not, in all or in one state',
  access: 'admin_area.read',
  query: chosen,
  returns: prospects,
})

export const addProspects = endpoint('POST /api/surveillance/prospects', {
  tag,
  summary:
    'Adds the new representatives to the directory, without telephone number and without a basis for calling; those who are there already stay as they are',
  access: 'brokers.import',
  body: chosen,
  returns: prospects.extend({ added: z.number() }),
  limit: { requests: 20, minutes: 10 },
})

const registerNumber = z.object({
  number: line().regex(/^[\d ]{1,12}$/, 'Enter the number, up to nine digits'),
})

export const lookUpNumber = endpoint('GET /api/public/register/:number', {
  tag,
  summary:
    'What ASIC’s public registers say of a credit representative or licensee, to fill in a form with; nothing about brokers of the directory',
  access: 'public',
  params: registerNumber,
  query: z.object({
    /**
     * A random id made by the form: look-ups are rate limited for each form, because people in one office share an IP
     * address.
     */
    session: z
      .string()
      .regex(/^[\w-]{8,64}$/, 'Enter 8 to 64 letters and digits')
      .optional(),
  }),
  returns: z.object({
    /** The status of the number in the register; null: not listed. */
    standing: z.enum(['current', 'suspended', 'licensee_suspended', 'ended']).nullable(),
    endedOn: z.string().nullable(),
    /** null: no row is current. */
    found: z
      .object({
        /** null for a company. */
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        /** The representative's own name where it is a company, else the licensee's. */
        company: z.string().nullable(),
      })
      .nullable(),
    /** YYYY-MM-DD; null: no register is loaded. */
    snapshotDate: z.string().nullable(),
    /** The snapshot is older than 14 days. */
    stale: z.boolean(),
  }),
  limit: { requests: 600, minutes: 10 },
})
