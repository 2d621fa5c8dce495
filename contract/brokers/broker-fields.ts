import type { z } from 'zod'
import { emailField } from '#contract/email.ts'
import { line, optionalText, text } from '#contract/text-fields.ts'
import { wholeNumber } from '#contract/whole-numbers.ts'
import { PHONE_REQUIRED } from './phone-messages.ts'

/** A field of a broker: its names, its validation, and the columns of files that hold it. */
interface BrokerField {
  /** On forms and records, in exports, and for columns of imports. */
  label: string
  /** Within a sentence: 'Changed by Jo: company, state'. */
  phrase: string
  /** On the form, under the field. */
  help?: string
  /** Validation of a text; region and BDM are choices. */
  input?: z.ZodType
  /** Header patterns of imports, matched on letters only, best first. */
  headers: readonly RegExp[]
}

/**
 * The fields that staff enter, import, merge and export, in the order of files. Adding a field takes an entry here and a
 * column of the table `brokers`: it is then an optional text of the form, a fact of the record, a column of the
 * directory's menu, of imports and of exports, and a part of merges. Fields with a control or a rule of their own are
 * named where they have it.
 */
export const brokerFields = {
  name: {
    label: 'Name',
    phrase: 'name',
    input: text(200, 'Broker name is required').min(1, 'Broker name is required'),
    headers: [
      /^(name|fullname|brokername|broker|contactname|contact|displayname)$/,
      /fullname|brokername|contactname|^name(?!prefix|suffix)/,
    ],
  },
  phone: {
    label: 'Phone',
    phrase: 'phone',
    input: text(60, PHONE_REQUIRED).min(1, PHONE_REQUIRED),
    headers: [
      /^(mobile|mobilephone|mobilenumber|mobileno|cell|cellphone)$/,
      /^(phone|phonenumber|phoneno|telephone|tel|ph|contactnumber)$/,
      /^(business|work|office|direct|primary|company|company(main))phone(number)?$/,
      /^phonevalue$/,
      /mobile/,
      /(phone|^tel)(?!(?:.*(type|label)$))/,
    ],
  },
  email: {
    label: 'Email',
    phrase: 'email',
    input: emailField(),
    headers: [
      /^e?mail(address|value)?$/,
      /^email(?!(?:.*(type|label|displayname)$))/,
      /email(?!(?:.*(type|label)$))/,
    ],
  },
  company: {
    label: 'Company',
    phrase: 'company',
    input: optionalText(200),
    headers: [
      /^(company|companyname|business|businessname|brokerage|brokeragename|organisation|organization|firm|employer|tradingname)$/,
      /^organi[sz]ationname$/,
      /(company|brokerage|business|trading)(?!(?:.*(phone|fax|street|city|state|code|country|address|pobox|page)))/,
    ],
  },
  region: {
    label: 'State',
    phrase: 'state',
    headers: [/^(state|region|stateterritory|location|territory)$/, /^state|state$/],
  },
  postcode: {
    label: 'Postcode',
    phrase: 'postcode',
    input: line()
      .regex(/^(\d{4})?$/, 'A postcode has four digits')
      .nullish()
      .transform((value) => value || null),
    headers: [/^(postcode|postalcode|pcode|zip|zipcode)$/, /^(?!.*(street|suburb)).*(postcode|postalcode)/],
  },
  asicNumber: {
    label: 'ASIC number',
    phrase: 'ASIC number',
    input: wholeNumber(optionalText(40)),
    headers: [
      /^asic(number|no|num|id|crn)?$/,
      /^(crn|acl|acr|arn|creditrep\w*|licen[cs]enumber)$/,
      /asic/,
      /creditrep/,
    ],
  },
  membership: {
    label: 'Membership',
    phrase: 'membership',
    input: optionalText(40),
    headers: [/^(membership|association|memberof|industrybody|professionalbody)$/, /membership|association/],
  },
  aggregator: {
    label: 'Aggregator',
    phrase: 'aggregator',
    help: 'Under whose umbrella the broker works',
    input: optionalText(100),
    headers: [/^(aggregator|aggregatorname|headgroup|aggregationgroup)$/, /aggregat/],
  },
  bdm: {
    label: 'BDM',
    phrase: 'BDM',
    headers: [
      /^(bdm|bdmname|bdmemail|businessdevelopmentmanager|relationshipmanager|accountmanager)$/,
      /^bdm/,
    ],
  },
} satisfies Record<string, BrokerField>

export type BrokerFieldName = keyof typeof brokerFields
/** Stored in a column of the same name, null where blank. */
export type TextField = Exclude<BrokerFieldName, 'name' | 'region' | 'bdm'>
/** An optional text with nothing of its own: no other control, format or rule. */
export type PlainField = Exclude<
  TextField,
  'phone' | 'email' | 'company' | 'postcode' | 'asicNumber' | 'membership'
>

const notTexts: readonly string[] = ['name', 'region', 'bdm'] satisfies BrokerFieldName[]
const notPlain: readonly string[] = [
  ...(['phone', 'email', 'company', 'postcode', 'asicNumber', 'membership'] satisfies TextField[]),
]

// the keys of a literal are its type's keys; the filters leave out those that the types leave out
export const brokerFieldNames = Object.keys(brokerFields) as BrokerFieldName[]
export const textFields = brokerFieldNames.filter((field) => !notTexts.includes(field)) as TextField[]
export const plainFields = textFields.filter((field) => !notPlain.includes(field)) as PlainField[]

/** The same for each text field, by its name. */
export function forEachText<T>(make: (field: TextField) => T): Record<TextField, T> {
  // every field gets an entry
  return Object.fromEntries(textFields.map((field) => [field, make(field)])) as Record<TextField, T>
}

/** A broker's texts, all blank. */
export const blankTexts: Record<TextField, null> = forEachText(() => null)

/** The validation of the texts. */
export const textInputs = forEachText((field) => brokerFields[field].input) as {
  [Field in TextField]: (typeof brokerFields)[Field]['input']
}
