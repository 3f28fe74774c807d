/** `kept verify report.json`: the signature of a compliance report (OSCAL assessment results). */
import { readFileSync, statSync } from 'node:fs'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import * as z from 'zod'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import { OSCAL_NAMESPACE } from '../../security/compliance/oscal.ts'

const MAX_BYTES = 64 * 1024 ** 2

const reportSchema = z.object({
  'assessment-results': z.looseObject({
    metadata: z.looseObject({
      title: z.string(),
      'last-modified': z.string(),
      props: z.array(z.looseObject({ name: z.string(), ns: z.string().optional(), value: z.string() })),
    }),
    results: z.array(z.looseObject({ findings: z.array(z.unknown()) })),
  }),
})
export type ComplianceReport = z.infer<typeof reportSchema>

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
    const report = reportSchema.safeParse(JSON.parse(text)).data
    return report && propertyOf(report, 'signature') !== undefined ? report : undefined
  } catch {
    return undefined
  }
}

/** Null when the signature holds; else what does not. */
export function checkComplianceReport(report: ComplianceReport, trustedKey: string | undefined): string | null {
  const publicKey = propertyOf(report, 'signature-public-key') ?? ''
  if (trustedKey !== undefined && trustedKey !== publicKey)
    return 'The report was signed with another key than the one you trust.'
  const { metadata, ...results } = report['assessment-results']
  const props = metadata.props.filter(({ name, ns }) => name !== 'signature' || ns !== OSCAL_NAMESPACE)
  const signed = canonicalJson({ ...results, metadata: { ...metadata, props } })
  const holds = verifyEd25519(publicKey, signed, propertyOf(report, 'signature') ?? '')
  return holds ? null : 'The signature does not belong to this report: it was changed after it was signed.'
}

function propertyOf(report: ComplianceReport, property: string): string | undefined {
  const { props } = report['assessment-results'].metadata
  return props.find(({ name, ns }) => name === property && ns === OSCAL_NAMESPACE)?.value
}
