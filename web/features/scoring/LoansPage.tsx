import { FileSpreadsheet } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { creditScaleText } from '#contract/scoring/credit-scales.ts'
import {
  commitLoanImport,
  createLoanImport,
  discardLoanImport,
  getLoanImport,
  type LoanImport,
  listLoanImports,
  undoLoanImport,
} from '#contract/scoring/loans.ts'
import { getOrganisation } from '#contract/system/organisation.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead, useRecord } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { FileField, TABLE_FILES } from '#web/features/imports/FileField.tsx'
import { ImportCounts } from '#web/features/imports/ImportCounts.tsx'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { LoanColumns } from './LoanColumns.tsx'
import { LoanProblems } from './LoanProblems.tsx'
import { monthText } from './score-labels.ts'

type Former = AnswerOf<typeof listLoanImports>[number]

const crumbs = [{ label: 'Scoring', to: '/scoring' }]
const state = { import: '' }
const statusLabels: Record<LoanImport['status'], string> = {
  preview: 'Not imported yet',
  imported: 'Imported',
  undone: 'Undone',
}

/** The lender's loans: uploaded, previewed, imported and undone. */
export function LoansPage(): ReactElement {
  const [chosen, choose] = useUrlState(state)
  const id = recordId(chosen.import)
  const { data, error, refetch } = useRecord(getLoanImport, id)
  return (
    <>
      <PageHeader
        title="Import loans"
        crumbs={crumbs}
        subtitle="One CSV or Excel file a month from your loan system. Loans that are there already are corrected, never doubled."
      />
      <div className="flex flex-col gap-4">
        {id === null ? (
          <Upload onUploaded={(next) => choose({ import: String(next) })} />
        ) : data ? (
          // each import has columns of its own
          <Preview key={id} data={data} onDone={() => choose(state)} />
        ) : (
          <Panel title="Import" actions={<Button onClick={() => choose(state)}>Another file</Button>}>
            {error ? (
              <ErrorState
                title="The import could not be loaded."
                error={error}
                onRetry={() => void refetch()}
              />
            ) : (
              <Loading text="Loading the import...">
                <Skeleton className="h-40" />
              </Loading>
            )}
          </Panel>
        )}
        <Former onOpen={(next) => choose({ import: String(next) })} />
      </div>
    </>
  )
}

function Upload({ onUploaded }: { onUploaded: (id: number) => void }): ReactElement {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refusal = useRefusal('scoring.calculate')
  const { data: organisation } = useRead(getOrganisation)
  const scaleText = organisation
    ? ` Credit scores: ${creditScaleText(organisation.creditScoreScale)}, as chosen in Settings.`
    : ''
  const upload = useWrite(createLoanImport, {
    onSuccess: ({ id }) => onUploaded(id),
    onError: (error) => setProblem(messageOf(error, 'The file could not be uploaded. Try again.')),
  })
  const send = (): void => {
    setProblem(file ? null : 'Choose the file first.')
    if (!file) return
    const body = new FormData()
    body.append('file', file)
    upload.mutate({ body })
  }
  return (
    <Panel title="File">
      <div className="flex flex-col gap-3">
        <FileField
          label="CSV or Excel file of loans"
          accept={TABLE_FILES}
          file={file}
          onFile={(next) => {
            setFile(next)
            setProblem(null)
          }}
          error={problem}
          disabled={upload.isPending}
          help={`Columns: loan_id, broker_asic_number, lodged_on, approved_on, settled_on, amount, LVR, credit_score, reworked, defaulted. The last two are yes or no. Up to 50 MB.${scaleText}`}
        />
        <FormButtons>
          <Button
            variant="primary"
            disabledReason={refusal}
            pending={upload.isPending}
            pendingText="Reading..."
            onClick={send}
          >
            Upload
          </Button>
        </FormButtons>
      </div>
    </Panel>
  )
}

function Preview({ data, onDone }: { data: LoanImport; onDone: () => void }): ReactElement {
  const { id, counts, months, status, result } = data
  const refusal = useRefusal('scoring.calculate')
  const commit = useWrite(commitLoanImport, {
    onSuccess: ({ result: done }) =>
      toastSuccess(
        `${countOf(done?.created ?? 0, 'loan')} added, ${formatNumber(done?.updated ?? 0)} corrected, ${formatNumber(done?.unchanged ?? 0)} unchanged`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to import the loans')),
  })
  const discard = useWrite(discardLoanImport, {
    onSuccess: onDone,
    onError: (error) => toastError(messageOf(error, 'Failed to discard the file')),
  })
  const undo = useWrite(undoLoanImport, {
    onSuccess: () => toastSuccess('The loans are as they were before'),
    onError: (error) => toastError(messageOf(error, 'Failed to undo the import')),
  })
  const askUndo = async (): Promise<void> => {
    const sure = await confirm({
      title: `Undo the import of ${data.filename}?`,
      body: 'Loans that it added are removed, and loans that it corrected go back to what they were; those that a later file changed stay. Months already calculated are calculated again.',
      action: 'Undo import',
      danger: true,
    })
    if (sure) undo.mutate({ params: { id } })
  }
  return (
    <>
      <Panel
        title={data.filename}
        actions={
          <>
            <Badge tone={status === 'imported' ? 'green' : 'grey'}>{statusLabels[status]}</Badge>
            <Button onClick={onDone}>Another file</Button>
            {status === 'preview' && (
              <>
                <Button
                  disabledReason={refusal}
                  pending={discard.isPending}
                  onClick={() => discard.mutate({ params: { id } })}
                >
                  Discard
                </Button>
                <Button
                  variant="primary"
                  disabledReason={refusal ?? (counts.accepted === 0 ? 'No row can be imported.' : null)}
                  pending={commit.isPending}
                  pendingText="Importing..."
                  onClick={() => commit.mutate({ params: { id } })}
                >
                  Import {countOf(counts.accepted, 'loan')}
                </Button>
              </>
            )}
            {status === 'imported' && (
              <Button disabledReason={refusal} pending={undo.isPending} onClick={() => void askUndo()}>
                Undo import
              </Button>
            )}
          </>
        }
      >
        <ImportCounts counts={counts} existingNote="Accepted, imported before" />
        <p className="mt-3">
          {months.length === 0
            ? 'No row can be imported.'
            : `Lodged in ${months.map(({ month, loans }) => `${monthText(month)} (${formatNumber(loans)})`).join(', ')}.`}
          {result &&
            ` ${formatNumber(result.created)} were new, ${formatNumber(result.updated)} corrected, ${formatNumber(result.unchanged)} the same as before.`}
        </p>
      </Panel>
      {status === 'preview' && <LoanColumns data={data} />}
      <LoanProblems data={data} />
    </>
  )
}

function Former({ onOpen }: { onOpen: (id: number) => void }): ReactElement {
  const read = useRead(listLoanImports)
  const columns = useMemo(
    (): readonly Column<Former>[] => [
      {
        id: 'file',
        header: 'File',
        cell: ({ filename }) => <span className="font-medium">{filename}</span>,
        value: ({ filename }) => filename,
        always: true,
        phone: 'title',
      },
      {
        id: 'status',
        header: 'Status',
        cell: ({ status }) => statusLabels[status],
        width: '10rem',
        phone: 'second',
      },
      {
        id: 'rows',
        header: 'Rows',
        cell: ({ counts }) => formatNumber(counts.rows),
        align: 'end',
        width: '7rem',
        phone: 'labelled',
      },
      {
        id: 'rejected',
        header: 'Rejected',
        cell: ({ counts }) => formatNumber(counts.rejected),
        align: 'end',
        width: '7rem',
        phone: 'labelled',
      },
      { id: 'by', header: 'By', cell: ({ createdBy }) => createdBy, width: '10rem', wide: true },
      {
        id: 'at',
        header: 'Uploaded',
        cell: ({ createdAt }) => <RelativeTime when={createdAt} />,
        width: '9rem',
        phone: 'aside',
      },
    ],
    [],
  )
  return (
    <Panel title="Past imports" flush>
      <DataTable
        id="loan-imports"
        label="Past imports of loans"
        noun="imports"
        columns={columns}
        rowKey={({ id }: Former) => id}
        {...readProps(read)}
        loadingText="Loading imports..."
        onOpen={({ id }) => onOpen(id)}
        openLabel={({ filename }) => `Open ${filename}`}
        empty={
          <EmptyState icon={FileSpreadsheet} title="No loans were imported">
            Scores are made of loans: upload the first month.
          </EmptyState>
        }
      />
    </Panel>
  )
}
