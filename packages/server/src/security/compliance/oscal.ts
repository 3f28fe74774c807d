/**
 * The report as OSCAL assessment results (NIST OSCAL 1.1.3, JSON), signed: `signature` is Ed25519 over the canonical JSON
 * (RFC 8785) of `assessment-results`.
 */
import type { Compliance, ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import type { RequirementStatus } from '@kept/domain/compliance.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'

interface Parts {
  organization: string
  compliance: Compliance
  signer: Signer
  newId(): string
}

/** OSCAL knows two states; the reason says which of ours it is. */
const states: Record<RequirementStatus, 'satisfied' | 'not-satisfied'> = {
  met: 'satisfied',
  partly: 'not-satisfied',
  failing: 'not-satisfied',
  not_applicable: 'satisfied',
  unknown: 'not-satisfied',
}

export function oscalAssessment({ organization, compliance, signer, newId }: Parts): string {
  const { title, requirements, assessed_at } = compliance
  const assessed = requirements.map((requirement) => findingOf(requirement, newId, assessed_at))
  const results = {
    uuid: newId(),
    metadata: {
      title: `${title}: ${organization}`,
      'last-modified': assessed_at,
      version: assessed_at,
      'oscal-version': '1.1.3',
    },
    'import-ap': { href: '#', remarks: 'Kept assesses continuously, without a separate plan.' },
    results: [
      {
        uuid: newId(),
        title,
        description: `Status of ${requirements.length} requirements from security scans and uploaded evidence.`,
        start: assessed_at,
        end: assessed_at,
        'reviewed-controls': {
          'control-selections': [{ 'include-controls': requirements.map(({ id }) => ({ 'control-id': tokenOf(id) })) }],
        },
        observations: assessed.flatMap(({ observations }) => observations),
        findings: assessed.map(({ finding }) => finding),
      },
    ],
  }
  const signature = {
    algorithm: 'Ed25519',
    public_key: signer.publicKey,
    value: signer.sign(canonicalJson(results)),
  }
  return JSON.stringify({ 'assessment-results': results, signature }, null, 2)
}

function findingOf(requirement: ComplianceRequirement, newId: () => string, assessedAt: string) {
  const { id, title, status, detail, checks, evidence } = requirement
  const observations = [
    ...checks.map((check) => ({
      uuid: newId(),
      title: check.title,
      description: `${check.status}: ${check.detail}`,
      methods: ['TEST'],
      collected: check.observed_at,
    })),
    ...evidence.map((item) => ({
      uuid: newId(),
      title: item.name,
      description: item.description,
      methods: ['EXAMINE'],
      collected: item.created_at,
      'relevant-evidence': [{ description: `SHA-256 ${item.sha256}, ${item.bytes} bytes, by ${item.uploaded_by}` }],
    })),
  ]
  const finding = {
    uuid: newId(),
    title: title || id,
    description: detail,
    target: {
      type: 'objective-id',
      'target-id': tokenOf(id),
      status: { state: states[status], reason: status, remarks: `Assessed ${assessedAt}` },
    },
    ...(observations.length > 0 && {
      'related-observations': observations.map(({ uuid }) => ({ 'observation-uuid': uuid })),
    }),
  }
  return { observations, finding }
}

/** OSCAL names controls by tokens: "ia-2.1" for IA-2(1); a token does not begin with a digit. */
function tokenOf(id: string): string {
  const token = id.toLowerCase().replaceAll('(', '.').replaceAll(')', '')
  return /^\d/.test(token) ? `r${token}` : token
}
