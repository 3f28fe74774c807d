import {
  evidenceClaims,
  evidenceTypes,
  frameworkIds,
  maxEvidenceBytes,
  monthCovers,
  requirementStatuses,
} from '@kept/domain/compliance.ts'
import { lineSchema } from '@kept/domain/name.ts'
import { scanResultStatuses } from '@kept/domain/security-scan.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const moment = z.iso.datetime()
/** An unknown one answers 404, so it is any text here. */
const framework = z
  .string()
  .min(1)
  .max(40)
  .describe(`One of ${frameworkIds.join(', ')}`)

const evidenceSchema = z.object({
  id: z.uuid(),
  requirement: z.string(),
  claim: z.enum(evidenceClaims),
  name: z.string(),
  /** The reason where the requirement does not apply. */
  description: z.string(),
  media_type: z.enum(evidenceTypes),
  bytes: z.int(),
  /** Of the file, in hexadecimal. */
  sha256: z.string(),
  /** A malware scanner looked at it and found nothing; false where none is configured. */
  malware_scanned: z.boolean(),
  observed_from: moment,
  observed_until: moment,
  uploaded_by: z.string(),
  created_at: moment,
  /** Days since `observed_until`. */
  age_days: z.int(),
  /** Too old to count. */
  is_stale: z.boolean(),
})
export type ComplianceEvidence = z.infer<typeof evidenceSchema>

const requirementSchema = z.object({
  id: z.string(),
  group: z.string(),
  /** Short. Of our own where the wording of the publisher may not be used. */
  title: z.string(),
  status: z.enum(requirementStatuses),
  detail: z.string(),
  /** Results of the last scans. */
  checks: z.array(
    z.object({
      check_id: z.string(),
      title: z.string(),
      status: z.enum(scanResultStatuses),
      detail: z.string(),
      scan_id: z.uuid(),
      observed_at: moment,
      is_stale: z.boolean(),
    }),
  ),
  /** Newest first; the newest counts. */
  evidence: z.array(evidenceSchema),
  /** What shows it in each of the report's months. */
  months: z.array(z.enum(monthCovers)),
  /** Who answers for it. */
  owner_id: z.uuid().nullable(),
  /** Empty without an owner. */
  owner_name: z.string(),
  next_review: z.iso.date().nullable(),
  is_review_overdue: z.boolean(),
})
export type ComplianceRequirement = z.infer<typeof requirementSchema>

const complianceSchema = z.object({
  framework: z.enum(frameworkIds),
  title: z.string(),
  counts: z.record(z.enum(requirementStatuses), z.int()),
  assessed_at: moment,
  /** The last twelve in UTC, the oldest first: "2026-11". */
  months: z.array(z.string()),
  /** In the order of the framework. */
  requirements: z.array(requirementSchema),
})
export type Compliance = z.infer<typeof complianceSchema>

/** Of the limit, in base64. */
const maxContentLength = Math.ceil(maxEvidenceBytes / 3) * 4

const complianceReportFormats = ['pdf', 'oscal'] as const
export const complianceReportQuery = z.object({ format: z.enum(complianceReportFormats).default('pdf') })

export const securityCompliance = {
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/compliance/{framework}',
    summary: 'Get the compliance with a framework',
    description:
      'Each requirement by its identifier and a short title, with its status, the checks of the last scans and the evidence behind it. Titles of NIST SP 800-53 are those of NIST; all others are our own, because the wording of requirements belongs to their publishers and is not included.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, framework }),
    output: answer(complianceSchema),
  }),
  addEvidence: route({
    method: 'POST',
    path: '/v1/security/{organization}/compliance/{framework}/{control}/evidence',
    summary: 'Add evidence for a requirement',
    description: 'A PDF, PNG, JPEG or plain text of at most 5 MB. Of each requirement the newest evidence counts.',
    tag,
    needs: 'security:write',
    // A file somewhat too large is refused by its own size instead of the request's.
    maxBodyBytes: 2 * maxContentLength + 64 * 1024,
    input: z.strictObject({
      organization,
      framework,
      control: z.string().min(1).max(60),
      claim: z.enum(evidenceClaims),
      name: lineSchema(200),
      description: z.string().trim().min(1).max(4_000),
      observed_from: z.iso.date().describe('First day that it shows'),
      observed_until: z.iso.date().describe('Last day that it shows'),
      content: z.base64().describe('The file'),
    }),
    output: answer(evidenceSchema),
  }),
  assign: route({
    method: 'PUT',
    path: '/v1/security/{organization}/compliance/{framework}/{control}/assignment',
    summary: 'Set the owner and the next review of a requirement',
    description: 'Both are replaced; null is no owner and no date.',
    tag,
    needs: 'security:write',
    input: z.strictObject({
      ...{ organization, framework, control: z.string().min(1).max(60) },
      owner_id: z.uuid().nullable().describe('An active user'),
      next_review: z.iso.date().nullable(),
    }),
    output: answer(requirementSchema),
  }),
}
