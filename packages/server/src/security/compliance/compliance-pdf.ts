/**
 * The report as a PDF that `kept verify` checks: a signature over every byte of the file, and the same report as OSCAL
 * assessment results attached, with a signature of its own.
 */
import type { Compliance } from '@kept/contract/routes/security-compliance.ts'
import type { RequirementStatus } from '@kept/domain/compliance.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { pdfTable } from '../../platform/pdf-table.ts'
import { signedPdfAttachments } from '../../platform/signed-pdf-attachments.ts'
import { oscalAssessment } from './oscal.ts'

interface Parts {
  organization: { id: string; name: string }
  compliance: Compliance
  signer: Signer
  newId(): string
}

const labels: Record<RequirementStatus, string> = {
  met: 'Met',
  partly: 'Partly',
  failing: 'Failing',
  not_applicable: 'Not applicable',
  unknown: 'Unknown',
}

export function compliancePdf({ organization, compliance, signer, newId }: Parts): Promise<Buffer> {
  const { title, counts, assessed_at, requirements } = compliance
  const summary = (['met', 'partly', 'failing', 'not_applicable', 'unknown'] as const)
    .map((status) => `${counts[status]} ${labels[status].toLowerCase()}`)
    .join(', ')
  const rows = requirements.map(({ id, title: label, status, detail, ...requirement }) => [
    id,
    label,
    labels[status],
    detail,
    `${requirement.checks.length} / ${requirement.evidence.length}`,
    `${requirement.months.filter((month) => month === 'covered').length} of ${requirement.months.length}`,
    requirement.owner_name,
    requirement.next_review ? `${requirement.next_review}${requirement.is_review_overdue ? ' late' : ''}` : '',
  ])
  const content = oscalAssessment({ organization, compliance, signer, newId })
  return pdfTable({
    title: `${title}: ${organization.name}`,
    subtitle: `${assessed_at}. ${requirements.length} requirements: ${summary}. Organization ${organization.id}.`,
    columns: [
      { label: 'Requirement', steps: 3 },
      { label: 'Title', steps: 3, wraps: true },
      { label: 'Status', steps: 2 },
      { label: 'Detail', steps: 4, wraps: true },
      { label: 'Checks / evidence', steps: 2, wraps: true },
      { label: 'Months', steps: 1 },
      { label: 'Owner', steps: 2, wraps: true },
      { label: 'Next review', steps: 2 },
    ],
    rows: [...rows, ['Signature', 'Ed25519, this file', '', 'Check it with: kept verify']],
    signed: { signer, attachment: { ...signedPdfAttachments.compliance, content } },
  })
}
