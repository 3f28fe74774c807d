import type { Compliance } from '@kept/contract/routes/security-compliance.ts'
import type { FrameworkId, RequirementStatus } from '@kept/domain/compliance.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { frameworkLabels, requirementLabels } from '../compliance/compliance-labels.ts'

/** The frameworks that auditors ask for first; the tab has the others. */
const shownFrameworks = ['soc2', 'iso-27001', 'asvs', 'nist-800-53'] as const satisfies FrameworkId[]

const fills = [
  ['met', 'bg-ink'],
  ['partly', 'bg-rule-strong'],
  ['failing', 'bg-leak'],
  ['unknown', 'bg-rule'],
] as const satisfies [RequirementStatus, string][]

export function ComplianceBars({ organization }: { organization: string }) {
  return shownFrameworks.map((framework) => (
    <FrameworkBar key={framework} organization={organization} framework={framework} />
  ))
}

function FrameworkBar({ organization, framework }: { organization: string; framework: FrameworkId }) {
  const query = useQuery(api.securityCompliance.get.queryOptions({ input: { organization, framework } }))
  const counts = query.data?.data.counts
  return (
    <li className="border-rule border-b py-2 text-small">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{frameworkLabels[framework]}</span>
        <span className="text-soft">{query.isError ? 'Not loaded' : counts ? describeCounts(counts) : '…'}</span>
      </div>
      <div aria-hidden="true" className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-small">
        {counts &&
          fills.map(([status, fill]) =>
            counts[status] > 0 ? (
              <span
                key={status}
                title={`${requirementLabels[status]}: ${formatCount(counts[status])}`}
                style={{ flexGrow: counts[status] }}
                className={fill}
              />
            ) : null,
          )}
      </div>
    </li>
  )
}

/** "3 of 61 met or partly, 2 failing", of those that apply. */
function describeCounts({ met, partly, failing, unknown }: Compliance['counts']): string {
  const summary = `${formatCount(met + partly)} of ${formatCount(met + partly + failing + unknown)} met or partly`
  return failing > 0 ? `${summary}, ${formatCount(failing)} failing` : summary
}
