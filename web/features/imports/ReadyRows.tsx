import type { ReactElement } from 'react'
import { type BrokerImport, importFieldLabels, importFields } from '#contract/brokers/imports.ts'
import { ABSENT, formatNumber, formatPhone } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'

/** The first valid rows as they will be stored, so that a wrong column is noticed before the import. */
export function ReadyRows({ data }: { data: BrokerImport }): ReactElement | null {
  if (data.ready.length === 0) return null
  // without the BDM: a matched one is only an id
  const fields = importFields.filter(
    (field) => field !== 'bdm' && data.ready.some((row) => row.fields[field]),
  )
  return (
    <Panel title="The first rows as they will be stored" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container has to be reachable by keyboard */}
      <section tabIndex={0} aria-label="Rows to be stored" className="overflow-x-auto">
        <table aria-label="The first rows as they will be stored" className="w-full">
          <thead>
            <tr className="text-left text-xs text-ink-soft">
              <th scope="col" className="h-9 border-b border-line px-2 pl-4 font-medium">
                Row
              </th>
              {fields.map((field) => (
                <th
                  key={field}
                  scope="col"
                  className="border-b border-line px-2 font-medium whitespace-nowrap last:pr-4"
                >
                  {importFieldLabels[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.ready.map(({ row, existing, fields: values }) => (
              <tr key={row}>
                <td className="tabular h-10 border-b border-line px-2 pl-4 whitespace-nowrap">
                  {formatNumber(row)} {existing && <Badge tone="blue">Exists</Badge>}
                </td>
                {fields.map((field) => (
                  <td key={field} className="max-w-60 truncate border-b border-line px-2 last:pr-4">
                    {field === 'phone' ? formatPhone(values.phone) : (values[field] ?? ABSENT)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
