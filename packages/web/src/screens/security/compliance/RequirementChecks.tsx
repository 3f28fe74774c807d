import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { ResultBadge } from '../CheckMarks.tsx'
import { SavingOfCheck } from '../scans/SavingsOfScan.tsx'
import { groupUnknown } from './compliance-labels.ts'

type Check = ComplianceRequirement['checks'][number]

/** The checks that show a part of a requirement. Those without a result stand together, by what is missing. */
export function RequirementChecks({ organization, checks }: { organization: string; checks: readonly Check[] }) {
  const { evaluated, unknown } = groupUnknown(checks)
  return (
    <section aria-label="Checks">
      <h3 className="mt-6 mb-1 font-semibold text-body">Checks</h3>
      <ul className="text-small">
        {evaluated.map((check) => (
          <li key={check.check_id} className="border-rule border-b py-2">
            <span className="flex items-start justify-between gap-3">
              <span className="font-medium">{check.title}</span>
              <ResultBadge status={check.status} />
            </span>
            <span className="block break-words text-soft">
              {check.detail} {formatMoment(check.observed_at)}
              {check.is_stale && ', too old to count'}
            </span>
            {check.status === 'fail' && (
              <SavingOfCheck organization={organization} scanId={check.scan_id} checkId={check.check_id} />
            )}
          </li>
        ))}
        {unknown.map(({ detail, checks: members }) => (
          <li key={detail} className="border-rule border-b py-2">
            <span className="flex items-start justify-between gap-3">
              <span className="font-medium">{titleOf(members)}</span>
              <ResultBadge status="unknown" />
            </span>
            <span className="block break-words text-soft">{detail}</span>
            {members.length > 1 && (
              <ul className="mt-1 list-disc pl-4 text-soft">
                {members.map(({ check_id, title }) => (
                  <li key={check_id}>{title}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A single check is named by its title. */
function titleOf(members: readonly Check[]): string {
  const [first] = members
  return first && members.length === 1 ? first.title : `${counted(members.length, 'check')} without a result`
}
