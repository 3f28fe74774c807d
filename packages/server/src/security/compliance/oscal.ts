/**
 * The report as OSCAL assessment results (NIST OSCAL 1.1.3, JSON), signed. NIST's schema allows nothing but
 * `assessment-results`, so the signature is a property of the metadata: Ed25519 over the canonical JSON (RFC 8785) of
 * `assessment-results` without that property.
 */
import type {
  Compliance,
  ComplianceEvidence,
  ComplianceRequirement,
} from '@kept/contract/routes/security-compliance.ts'
import type { RequirementStatus } from '@kept/domain/compliance.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'

/** The namespace of properties that OSCAL does not define. */
export const OSCAL_NAMESPACE = 'urn:kept:oscal'

interface Parts {
  /** All organizations share a key, and a name can be changed: the ID is signed too. */
  organization: { id: string; name: string }
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
  const assessed = requirements.map((requirement) => findingOf(requirement, { newId, compliance }))
  const observations = assessed.flatMap((item) => item.observations)
  const plan = newId()
  const results = {
    uuid: newId(),
    metadata: {
      title: `${title}: ${organization.name}`,
      'last-modified': assessed_at,
      version: assessed_at,
      'oscal-version': '1.1.3',
      props: [
        propertyOf('organization-id', organization.id),
        propertyOf('signature-algorithm', 'Ed25519'),
        propertyOf('signature-public-key', signer.publicKey),
      ],
    },
    'import-ap': { href: `#${plan}` },
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
        // A list that is empty is left out: the schema wants at least one item.
        ...(observations.length > 0 && { observations }),
        findings: assessed.map(({ finding }) => finding),
      },
    ],
    'back-matter': {
      resources: [
        {
          uuid: plan,
          title: 'Continuous assessment',
          description: 'Kept assesses continuously, without a separate plan.',
        },
      ],
    },
  }
  const signature = propertyOf('signature', signer.sign(canonicalJson(results)))
  const { metadata } = results
  const signed = { ...results, metadata: { ...metadata, props: [...metadata.props, signature] } }
  return JSON.stringify({ 'assessment-results': signed }, null, 2)
}

function propertyOf(name: string, value: string) {
  return { name, ns: OSCAL_NAMESPACE, value }
}

function findingOf(requirement: ComplianceRequirement, { newId, compliance }: Pick<Parts, 'newId' | 'compliance'>) {
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
      // A title has a character, or is left out.
      ...(item.name !== '' && { title: item.name }),
      description: item.description,
      props: observedDays(item),
      methods: ['EXAMINE'],
      collected: item.created_at,
      'relevant-evidence': [{ description: `SHA-256 ${item.sha256}, ${item.bytes} bytes, by ${item.uploaded_by}` }],
    })),
  ]
  const ownership = ownershipOf(requirement, compliance.months)
  const finding = {
    uuid: newId(),
    title,
    description: detail,
    ...(ownership.length > 0 && { props: ownership }),
    target: {
      type: 'objective-id',
      'target-id': tokenOf(id),
      status: { state: states[status], reason: status, remarks: `Assessed ${compliance.assessed_at}` },
    },
    ...(observations.length > 0 && {
      'related-observations': observations.map(({ uuid }) => ({ 'observation-uuid': uuid })),
    }),
  }
  return { observations, finding }
}

/** The days that evidence shows, both included. */
function observedDays({ observed_from, observed_until }: ComplianceEvidence) {
  return [
    propertyOf('observed-from', observed_from.slice(0, 10)),
    propertyOf('observed-until', observed_until.slice(0, 10)),
  ]
}

/** Who answers for a requirement until when, and what shows it in each month. */
function ownershipOf({ owner_name, next_review, months }: ComplianceRequirement, names: readonly string[]) {
  return [
    ...(owner_name.trim() === '' ? [] : [propertyOf('owner', owner_name.trim())]),
    ...(next_review === null ? [] : [propertyOf('next-review', next_review)]),
    ...months.map((cover, index) => propertyOf(`month-${names[index]}`, cover)),
  ]
}

/** OSCAL names controls by tokens: "ia-2.1" for IA-2(1); a token has no spaces and does not begin with a digit. */
function tokenOf(id: string): string {
  const token = id
    .toLowerCase()
    .replaceAll('(', '.')
    .replaceAll(')', '')
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '-')
  return /^[\p{L}_]/u.test(token) ? token : `r${token}`
}
