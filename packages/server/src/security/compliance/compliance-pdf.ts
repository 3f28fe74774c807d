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
    requirements: requirements.map(({ id, status }) => [id, status]),
  }
  const summary = (['met', 'partly', 'failing', 'not_applicable', 'unknown'] as const)
    .map((status) => `${counts[status]} ${labels[status].toLowerCase()}`)
    .join(', ')
  const rows = requirements.map(({ id, group, title: label, status, detail, checks, evidence }) => [
    id,
    label || group,
    labels[status],
    detail,
    `${checks.length} / ${evidence.length}`,
  ])
  const signature = signer.sign(canonicalJson(statement))
  return pdfTable({
    title: `${title}: ${organization}`,
    subtitle: `${assessed_at}. ${requirements.length} requirements: ${summary}.`,
    columns: [
      { label: 'Requirement', steps: 3 },
      { label: 'Subject', steps: 4 },
      { label: 'Status', steps: 2 },
      { label: 'Detail', steps: 8 },
      { label: 'Checks / evidence', steps: 2 },
    ],
    rows: [
      ...rows,
      ['Signature', 'Ed25519', 'first half', signature.slice(0, 44), ''],
      ['Signature', 'Ed25519', 'second half', signature.slice(44), ''],
      ['Public key', 'SPKI, base64', '', signer.publicKey, ''],
    ],
  })
}
