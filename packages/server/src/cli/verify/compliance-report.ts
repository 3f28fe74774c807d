/** `kept verify report.json`: the signature of a compliance report (OSCAL assessment results). */
import { readFileSync, statSync } from 'node:fs'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import * as z from 'zod'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'

const MAX_BYTES = 64 * 1024 ** 2

const reportSchema = z.object({
  'assessment-results': z.looseObject({
    metadata: z.looseObject({ title: z.string(), 'last-modified': z.string() }),
    results: z.array(z.looseObject({ findings: z.array(z.unknown()) })),
  }),
  signature: z.object({ algorithm: z.literal('Ed25519'), public_key: z.string(), value: z.string() }),
})
export type ComplianceReport = z.infer<typeof reportSchema>

/** Undefined when the file is something else. */
export function readComplianceReport(path: string): ComplianceReport | undefined {
  try {
    if (statSync(path).size > MAX_BYTES) return undefined
    const text = readFileSync(path, 'utf8')
    if (!text.slice(0, 200).includes('"assessment-results"')) return undefined
    return reportSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Null when the signature holds; else what does not. */
export function checkComplianceReport(
  { 'assessment-results': results, signature }: ComplianceReport,
  trustedKey: string | undefined,
): string | null {
  if (trustedKey !== undefined && trustedKey !== signature.public_key)
    return 'The report was signed with another key than the one you trust.'
  const holds = verifyEd25519(signature.public_key, canonicalJson(results), signature.value)
  return holds ? null : 'The signature does not belong to this report: it was changed after it was signed.'
}
