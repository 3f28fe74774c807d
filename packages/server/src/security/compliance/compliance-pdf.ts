/** The report as a PDF. Its last line is a signature over the canonical JSON of what the report states. */
import type { Compliance } from '@kept/contract/routes/security-compliance.ts'
import type { RequirementStatus } from '@kept/domain/compliance.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { pdfTable } from '../../platform/pdf-table.ts'

interface Parts {
  organization: string
  compliance: Compliance
  signer: Signer
}

const labels: Record<RequirementStatus, string> = {
  met: 'Met',
  partly: 'Partly',
  failing: 'Failing',
  not_applicable: 'Not applicable',
  unknown: 'Unknown',
}

export function compliancePdf({ organization, compliance, signer }: Parts): Promise<Buffer> {
  const { title, counts, assessed_at, requirements } = compliance
  const statement = {
    ...{ organization, framework: compliance.framework, assessed_at },
    months: compliance.months,
    requirements: requirements.map(({ id, status, owner_name, next_review, months }) => [
      ...[id, status, owner_name, next_review],
      months,
    ]),
  }
  const summary = (['met', 'partly', 'failing', 'not_applicable', 'unknown'] as const)
    .map((status) => `${counts[status]} ${labels[status].toLowerCase()}`)
    .join(', ')
  const rows = requirements.map(({ id, group, title: label, status, detail, ...requirement }) => [
    id,
    label || group,
    labels[status],
    detail,
    `${requirement.checks.length} / ${requirement.evidence.length}`,
    `${requirement.months.filter((month) => month === 'covered').length} of ${requirement.months.length}`,
    requirement.owner_name,
    requirement.next_review ? `${requirement.next_review}${requirement.is_review_overdue ? ' late' : ''}` : '',
  ])
  const signature = signer.sign(canonicalJson(statement))
  return pdfTable({
    title: `${title}: ${organization}`,
    subtitle: `${assessed_at}. ${requirements.length} requirements: ${summary}.`,
    columns: [
      { label: 'Requirement', steps: 3 },
      { label: 'Subject', steps: 3 },
      { label: 'Status', steps: 2 },
      { label: 'Detail', steps: 4 },
      { label: 'Checks / evidence', steps: 2 },
      { label: 'Months', steps: 1 },
      { label: 'Owner', steps: 2 },
      { label: 'Next review', steps: 2 },
    ],
    rows: [...rows, ...signatureRows(signature, signer.publicKey)],
  })
}

/** In pieces that fit the widest columns: 88 and 60 characters of base64. */
function signatureRows(signature: string, publicKey: string): string[][] {
  const pieces = (text: string) => text.match(/.{1,22}/g) ?? []
  return [
    ...pieces(signature).map((piece, index) => ['Signature', 'Ed25519', `part ${index + 1}`, piece]),
    ...pieces(publicKey).map((piece, index) => ['Public key', 'SPKI, base64', `part ${index + 1}`, piece]),
  ]
}
