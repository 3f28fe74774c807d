/** `kept verify report.json`: the signature of a compliance report (OSCAL assessment results). */
import { readFileSync, statSync } from 'node:fs'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import * as z from 'zod'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import { OSCAL_NAMESPACE } from '../../security/compliance/oscal.ts'

const MAX_BYTES = 64 * 1024 ** 2

const reportSchema = z.strictObject({
  'assessment-results': z.looseObject({
    metadata: z.looseObject({
      title: z.string(),
      'last-modified': z.string(),
      props: z.array(z.looseObject({ name: z.string(), ns: z.string().optional(), value: z.string() })),
    }),
    results: z.array(z.looseObject({ findings: z.array(z.unknown()) })),
  }),
})
export interface ComplianceReport extends z.infer<typeof reportSchema> {
  /**
   * The file has only what is signed: other keys, a second value of one key, or a further property with
   * the name of the signature would not change what is checked.
   */
  isAsWritten: boolean
}

/** Undefined when the file is something else. */
export function readComplianceReport(path: string): ComplianceReport | undefined {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : parseComplianceReport(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Undefined when the text is something else. */
export function parseComplianceReport(text: string): ComplianceReport | undefined {
  if (!text.slice(0, 200).includes('"assessment-results"')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    const report = reportSchema.safeParse(parsed).data
    if (!report || propertyOf(report, 'signature') === undefined) return undefined
    return { ...report, isAsWritten: text === JSON.stringify(parsed, null, 2) && hasOnlyItsSignature(report) }
  } catch {
    return undefined
  }
}

/** Null when the signature holds; else what does not. */
export function checkComplianceReport(report: ComplianceReport, trustedKey: string | undefined): string | null {
  const publicKey = propertyOf(report, 'signature-public-key') ?? ''
  if (trustedKey !== undefined && trustedKey !== publicKey)
    return 'The report was signed with another key than the one you trust.'
  if (!report.isAsWritten) return 'The report is not written as Kept writes it: something was added. Download it again.'
  const { metadata, ...results } = report['assessment-results']
  const props = metadata.props.filter(({ name, ns }) => name !== 'signature' || ns !== OSCAL_NAMESPACE)
  const signed = canonicalJson({ ...results, metadata: { ...metadata, props } })
  const holds = verifyEd25519(publicKey, signed, propertyOf(report, 'signature') ?? '')
  return holds ? null : 'The signature does not belong to this report: it was changed after it was signed.'
}

function hasOnlyItsSignature(report: z.infer<typeof reportSchema>): boolean {
  const { props } = report['assessment-results'].metadata
  const [signature, ...others] = props.filter(({ name, ns }) => name === 'signature' && ns === OSCAL_NAMESPACE)
  if (!signature || others.length > 0 || Object.keys(signature).length !== 3) return false
  return Buffer.from(signature.value, 'base64').toString('base64') === signature.value
}

function propertyOf(report: z.infer<typeof reportSchema>, property: string): string | undefined {
  const { props } = report['assessment-results'].metadata
  return props.find(({ name, ns }) => name === property && ns === OSCAL_NAMESPACE)?.value
}

/** "SOC 2: Corp (ID of the organization): 61 requirements, assessed 2026-03-01T12:00:00.000Z." */
export function titleOfReport(report: ComplianceReport): string {
  const { metadata, results } = report['assessment-results']
  const requirements = results.reduce((sum, { findings }) => sum + findings.length, 0)
  const organization = propertyOf(report, 'organization-id')
  return `${metadata.title} (${organization}): ${requirements} requirements, assessed ${metadata['last-modified']}.`
}
