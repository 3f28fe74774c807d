import { sentenceOf } from '@kept/client/errors.ts'
import type { ComplianceEvidence, ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import type { FrameworkId } from '@kept/domain/compliance.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { saveResponse } from '../../../csv/save-response.ts'
import { Assignment } from './Assignment.tsx'
import { claimLabels, frameworkLabels, requirementLabels } from './compliance-labels.ts'
import { EvidenceForm } from './EvidenceForm.tsx'
import { MonthsCovered } from './MonthsCovered.tsx'
import { RequirementChecks } from './RequirementChecks.tsx'

interface RequirementPanelProps {
  organization: string
  framework: FrameworkId
  id: string
  mayChange: boolean
  onClose(): void
}

/** One requirement: its status, the checks and evidence that show it and when, its owner, and a form to add evidence. */
export default function RequirementPanel({ organization, framework, id, mayChange, onClose }: RequirementPanelProps) {
  const query = useQuery(api.securityCompliance.get.queryOptions({ input: { organization, framework } }))
  const requirement = query.data?.data.requirements.find((candidate) => candidate.id === id)
  return (
    <SidePanel
      open
      onClose={onClose}
      title={requirement ? `${id} ${requirement.title}` : id}
      kicker={requirement && `${frameworkLabels[framework]}, ${requirement.group}`}
    >
      <Loaded query={query} failed="This requirement could not be loaded.">
        {() =>
          requirement ? (
            <>
              <Requirement
                organization={organization}
                requirement={requirement}
                months={query.data?.data.months ?? []}
              />
              <Assignment
                organization={organization}
                framework={framework}
                requirement={requirement}
                mayChange={mayChange}
              />
              {mayChange && <EvidenceForm organization={organization} framework={framework} control={id} />}
            </>
          ) : (
            <p className="text-body text-soft">This framework has no such requirement.</p>
          )
        }
      </Loaded>
    </SidePanel>
  )
}

interface RequirementProps {
  organization: string
  requirement: ComplianceRequirement
  /** The months of the report. */
  months: readonly string[]
}

function Requirement({ organization, requirement, months }: RequirementProps) {
  const { status, detail, checks, evidence } = requirement
  return (
    <>
      <p className="text-body">
        <Badge tone={status === 'failing' ? 'leak' : 'plain'}>{requirementLabels[status]}</Badge>{' '}
        <span className="break-words">{detail}</span>
      </p>
      {checks.length > 0 && <RequirementChecks organization={organization} checks={checks} />}
      <MonthsCovered months={requirement.months} names={months} />
      <section aria-label="Evidence">
        <h3 className="mt-6 mb-1 font-semibold text-body">Evidence</h3>
        {evidence.length === 0 ? (
          <p className="text-small text-soft">No evidence.</p>
        ) : (
          <ul className="text-small">
            {evidence.map((item) => (
              <EvidenceItem key={item.id} organization={organization} item={item} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function EvidenceItem({ organization, item }: { organization: string; item: ComplianceEvidence }) {
  const download = () =>
    saveResponse(`/v1/security/${organization}/compliance-evidence/${item.id}`, item.name).catch((error: unknown) =>
      toasts.show({ tone: 'error', title: 'The evidence was not downloaded', body: sentenceOf(error) }),
    )
  return (
    <li className="border-rule border-b py-2">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words font-medium">{item.name}</span>
        <Button size="small" onClick={() => void download()}>
          Download
        </Button>
      </span>
      <span className="block break-words">{item.description}</span>
      <span className="block text-soft">
        {claimLabels[item.claim]}. Covers {formatDay(item.observed_from.slice(0, 10))} to{' '}
        {formatDay(item.observed_until.slice(0, 10))}. {counted(item.age_days, 'day')} old
        {item.is_stale && ', too old to count'}. Added by {item.uploaded_by}, {formatMoment(item.created_at)}.
      </span>
      <span className="block break-all text-faint text-micro">
        SHA-256 {item.sha256}, {formatCount(item.bytes)} bytes
        {item.malware_scanned ? ', scanned for malware' : ''}
      </span>
    </li>
  )
}
