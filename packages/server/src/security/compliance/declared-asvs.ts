/** Kept's own assessment against OWASP ASVS, as `docs/security/asvs.json` of this version says it. */
import { readFile } from 'node:fs/promises'
import type { DeclaredRequirement } from '@kept/engine/security/compliance/evaluate-compliance.ts'
import * as z from 'zod'

const file = new URL('../../../../../docs/security/asvs.json', import.meta.url)

const assessmentSchema = z.object({
  requirements: z.array(
    z.object({
      id: z.string(),
      tests: z.array(z.object({ file: z.string() })).optional(),
      by_construction: z.string().optional(),
      not_applicable: z.string().optional(),
      open: z.string().optional(),
    }),
  ),
})

let declared: Promise<DeclaredRequirement[]> | undefined

/** Empty where the file is not part of the installation. */
export function readDeclaredAsvs(): Promise<DeclaredRequirement[]> {
  declared ??= readFile(file, 'utf8').then(
    (text) => assessmentSchema.parse(JSON.parse(text)).requirements.map(toDeclared),
    () => [],
  )
  return declared
}

type Assessed = z.infer<typeof assessmentSchema>['requirements'][number]

function toDeclared({ id, tests, by_construction, not_applicable, open }: Assessed): DeclaredRequirement {
  if (open !== undefined) return { id, status: 'failing', detail: open }
  if (not_applicable !== undefined) return { id, status: 'not_applicable', detail: not_applicable }
  if (by_construction !== undefined) return { id, status: 'met', detail: by_construction }
  const files = [...new Set((tests ?? []).map((test) => test.file))]
  return { id, status: files.length > 0 ? 'met' : 'unknown', detail: `Shown by tests: ${files.join(', ')}.` }
}
