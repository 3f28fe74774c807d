import { lineSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Health'

/** Bytes of the advisories that one request can check. */
const MAX_ADVISORY_BYTES = 16 * 1024 ** 2

const librarySchema = z.object({
  name: z.string(),
  version: z.string(),
  /** As the package declares it; empty when it does not. */
  license: z.string(),
})

const dependenciesSchema = z.object({
  /** Of Kept. */
  version: z.string(),
  /** By name. */
  libraries: z.array(librarySchema),
})

const advisoryCheckSchema = z.object({
  /** How many were compared. */
  libraries: z.int(),
  advisories: z.int(),
  vulnerabilities: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** Of the advisory. */
      id: z.string(),
      aliases: z.array(z.string()),
      summary: z.string(),
    }),
  ),
})
export type AdvisoryCheck = z.infer<typeof advisoryCheckSchema>

export const dependencies = {
  list: route({
    method: 'GET',
    path: '/v1/admin/dependencies',
    summary: 'List dependencies',
    description: 'The libraries that this installation runs with, like `kept sbom`.',
    tag,
    needs: 'operator:read',
    input: z.object({}),
    output: answer(dependenciesSchema),
  }),
  sbom: route({
    method: 'GET',
    path: '/v1/admin/dependencies/sbom',
    summary: 'Get the software bill of materials',
    description: 'As CycloneDX 1.6 or SPDX 2.3, both JSON.',
    tag,
    needs: 'operator:read',
    input: z.object({ format: z.enum(['cyclonedx', 'spdx']).default('cyclonedx') }),
    output: answer(z.object({ file_name: z.string(), content: z.string() })),
  }),
  check: route({
    method: 'POST',
    path: '/v1/admin/dependencies/check',
    idempotency: 'safe',
    summary: 'Check dependencies against advisories',
    description:
      'Compares the libraries with advisories in the format of osv.dev: one, a list, `{"vulns": [...]}`, or JSON Lines. Nothing is stored or sent anywhere.',
    tag,
    needs: 'operator:read',
    maxBodyBytes: MAX_ADVISORY_BYTES,
    input: z.strictObject({ file_name: lineSchema(200), content: z.string() }),
    output: answer(advisoryCheckSchema),
  }),
}
