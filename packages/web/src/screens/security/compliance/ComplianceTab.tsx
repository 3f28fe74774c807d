import type { Compliance } from '@kept/contract/routes/security-compliance.ts'
import { type FrameworkId, frameworkIds, frameworksWithoutChecks } from '@kept/domain/compliance.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { FormatMenu } from '../../../csv/FormatMenu.tsx'
import { saveResponse } from '../../../csv/save-response.ts'
import { useSearchState } from '../../../url/useSearchState.ts'
import { RunScans } from '../overview/RunScans.tsx'
import {
  countMarks,
  coverageOf,
  frameworkLabels,
  markLabels,
  requestedFramework,
  requirementMarks,
  reviewsSentence,
} from './compliance-labels.ts'
import { HeatMap, StatusMark } from './HeatMap.tsx'

const reportFormats = [
  { format: 'pdf', ending: 'pdf', label: 'PDF, signed' },
  { format: 'oscal', ending: 'oscal.json', label: 'OSCAL, signed' },
] as const

/** How an organization stands with a framework. The framework and the requirement stand in the address. */
export default function ComplianceTab({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const [search, setSearch] = useSearchState()
  const framework = requestedFramework(search.framework)
  const query = useQuery(api.securityCompliance.get.queryOptions({ input: { organization, framework } }))
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <Segmented<FrameworkId>
          label="Framework"
          value={framework}
          options={frameworkIds.map((value) => ({ value, label: frameworkLabels[value] }))}
          onChange={(value) => setSearch({ framework: value === 'soc2' ? '' : value, requirement: '' })}
        />
        <ReportMenu organization={organization} framework={framework} />
      </div>
      <Loaded query={query} failed="Compliance could not be loaded." loading={<SkeletonRows rows={8} />}>
        {({ data }) => {
          const opened = data.requirements.find(({ id }) => id === search.requirement)
          return (
            <>
              {!isEmpty(data) ? (
                <Summary {...data} />
              ) : frameworksWithoutChecks.includes(framework) ? (
                <NoEvidenceYet mayChange={mayChange} />
              ) : (
                <NothingYet organization={organization} mayChange={mayChange} />
              )}
              <HeatMap
                requirements={data.requirements}
                selected={opened?.id}
                onSelect={(id) => setSearch({ requirement: id === opened?.id ? '' : id })}
              />
              <p className="mt-3 max-w-prose text-pretty text-small text-soft">
                {data.title}. Checks of the last scans show a part of a requirement; evidence shows the rest. The
                identifiers are the framework's. Titles are NIST's for NIST 800-53 and our own for all others: the
                wording of a framework is with its publisher. A compliance report is not a certificate.
              </p>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** Neither a check nor evidence says anything about any requirement. */
function isEmpty({ requirements }: Compliance): boolean {
  return requirements.every(({ status, checks, evidence }) => {
    const isSilent = status === 'unknown' || status === 'not_applicable'
    return isSilent && checks.length === 0 && evidence.length === 0
  })
}

/** Scans would change nothing here. */
function NoEvidenceYet({ mayChange }: { mayChange: boolean }) {
  return (
    <EmptyState
      level={2}
      title="No evidence yet"
      description={
        mayChange
          ? 'Scans check nothing of this framework. Open a requirement below to add evidence.'
          : 'Scans check nothing of this framework. An admin can add evidence.'
      }
    />
  )
}

function NothingYet({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const [, setSearch] = useSearchState()
  return (
    <EmptyState
      level={2}
      title="Nothing is checked yet"
      description={
        mayChange
          ? 'Scans check what can be checked. Open a requirement below to add evidence for the rest.'
          : 'Kept scans by the schedule, and an admin can start a scan or add evidence.'
      }
      action={
        mayChange && (
          <RunScans
            isFirst
            organization={organization}
            onStarted={() => setSearch({ tab: 'scans', framework: '', requirement: '' })}
          />
        )
      }
    />
  )
}

function Summary({ title, requirements }: Compliance) {
  const counts = countMarks(requirements)
  const reviews = reviewsSentence(requirements)
  const { covered, failing, others } = coverageOf(counts)
  return (
    <section aria-label="Summary" className="mb-5">
      <p className="max-w-3xl text-pretty font-serif text-display">
        {covered} {failing && <span className="text-leak">{failing}</span>}
        {failing && others && ', '}
        {others}
        {(failing || others) && '.'}
      </p>
      {reviews && <p className="mt-2 font-medium text-leak text-small">{reviews}</p>}
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-small">
        {requirementMarks.map((mark) => (
          <li key={mark} className="flex items-center gap-2 text-soft">
            <StatusMark mark={mark} />
            {markLabels[mark]} <span className="figure font-semibold text-ink">{formatCount(counts[mark])}</span>
          </li>
        ))}
      </ul>
      <h2 className="sr-only">{title}</h2>
    </section>
  )
}

function ReportMenu({ organization, framework }: { organization: string; framework: FrameworkId }) {
  return (
    <FormatMenu
      label="Report"
      formats={reportFormats}
      failed="The report was not downloaded"
      download={({ format, ending }) =>
        saveResponse(
          `/v1/security/${organization}/compliance/${framework}/report?format=${format}`,
          `compliance-${framework}.${ending}`,
        )
      }
    />
  )
}
