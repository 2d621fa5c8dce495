import type { ReactElement } from 'react'
import { Link, useLocation } from 'react-router'
import type { ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { accreditationStateLabels } from '#contract/documents/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { writeUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { ReviewHistory } from '#web/ui/review/ReviewHistory.tsx'
import { accreditationTones, documentLook, eventLook, versionText } from './document-labels.ts'

/** The broker's progress through the required documents. */
export function AccreditationProgress({ document }: { document: ReviewDocumentDetails }): ReactElement {
  const { status, required, fulfilled, pending, rejected } = document.accreditation
  const rest = [
    pending > 0 && `${formatNumber(pending)} pending`,
    rejected > 0 && `${formatNumber(rejected)} rejected`,
  ].filter(Boolean)
  return (
    <PanelSection
      title="Accreditation progress"
      aside={<StatusDot tone={accreditationTones[status]} label={accreditationStateLabels[status]} />}
    >
      <Progress
        label="Required documents approved"
        value={fulfilled}
        max={required}
        text={`${formatNumber(fulfilled)} of ${formatNumber(required)}`}
      />
      {rest.length > 0 && <p className="mt-1.5 text-xs text-ink-soft">{rest.join(', ')}</p>}
    </PanelSection>
  )
}

/** All versions, newest first, with the reasons of their rejections. */
export function DocumentVersions({ document }: { document: ReviewDocumentDetails }): ReactElement {
  const { search } = useLocation()
  const toVersion = (id: number): string =>
    `?${writeUrlState(new URLSearchParams(search), { document: '' }, { document: String(id) })}`
  return (
    <PanelSection title="Versions">
      <ol className="flex flex-col gap-2.5">
        {document.versions.map((version) => (
          <li key={version.id}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>
                {version.id === document.id ? (
                  <span aria-current="true" className="font-medium">
                    {versionText(version)} (shown)
                  </span>
                ) : (
                  <Link to={toVersion(version.id)} replace className="link">
                    {versionText(version)}
                  </Link>
                )}
                <span className="text-ink-soft">, {formatDate(version.uploadedAt)}</span>
              </span>
              <StatusDot {...documentLook(version)} />
            </p>
            {version.reason && (
              <p className="mt-0.5 break-words whitespace-pre-wrap text-ink-soft">{version.reason}</p>
            )}
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}

/** All events of the document. */
export function DocumentHistory({ document }: { document: ReviewDocumentDetails }): ReactElement {
  const steps = document.history.map(({ at, actor, type, version, expiresOn, reason }) => ({
    ...{ at, actor, reason, look: eventLook(type) },
    about: version === null ? null : versionText({ version }),
    detail: expiresOn && `Expires ${formatDate(expiresOn)}`,
  }))
  return (
    <PanelSection title="History">
      <ReviewHistory steps={steps} />
    </PanelSection>
  )
}
