import { timeZoneSchema } from '@kept/domain/hour.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { scanFrequencies } from '@kept/domain/scan-schedule.ts'
import { checkSeverities } from '@kept/domain/security-check.ts'
import { scanKinds, scanResultStatuses, scanStatuses, scanTriggers } from '@kept/domain/security-scan.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const moment = z.iso.datetime()

const scanSchema = z.object({
  id: z.uuid(),
  kind: z.enum(scanKinds),
  status: z.enum(scanStatuses),
  trigger: z.enum(scanTriggers),
  requested_by: z.string(),
  /** Progress; `checks_total` is 0 until it runs. */
  checks_total: z.int(),
  checks_done: z.int(),
  passed: z.int(),
  failed: z.int(),
  unknown: z.int(),
  not_applicable: z.int(),
  /** Empty unless it failed. */
  failure_reason: z.string(),
  created_at: moment,
  started_at: moment.nullable(),
  completed_at: moment.nullable(),
})
export type SecurityScan = z.infer<typeof scanSchema>

/** By currency, the largest first: amounts of two currencies are never added. */
const alsoSavesSchema = z.array(z.object({ currency: currencySchema, monthly_savings: decimalSchema }))

const subjectSchema = z.object({
  provider: z.string(),
  id: z.string(),
  name: z.string(),
  /** Unresolved ones of the resource. Missing without the permission `recommendations:read`. */
  recommendations: z
    .array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        currency: currencySchema,
        /** Null when it cannot be estimated. */
        monthly_savings: decimalSchema.nullable(),
      }),
    )
    .optional(),
})

const resultSchema = z.object({
  check_id: z.string(),
  title: z.string(),
  severity: z.enum(checkSeverities),
  status: z.enum(scanResultStatuses),
  /** What was found, or why it cannot be known. */
  detail: z.string(),
  evaluated_count: z.int(),
  failing_count: z.int(),
  /** What it fails for, at most 50. `provider` is empty for users and API keys. */
  subjects: z.array(subjectSchema),
  /** What the recommendations of its subjects would save, each once. Missing without `recommendations:read`. */
  also_saves: alsoSavesSchema.optional(),
  /** The screen on which it is fixed. */
  href: z.string(),
})
export type SecurityScanResult = z.infer<typeof resultSchema>

const scanWithResultsSchema = scanSchema.extend({
  /** By severity. */
  results: z.array(resultSchema),
  /** Of all results: a resource that fails several checks counts once. Missing without `recommendations:read`. */
  also_saves: alsoSavesSchema.optional(),
  /** With the completed scan of the same kind before it; null without one. */
  comparison: z
    .object({
      previous_id: z.uuid(),
      previous_at: moment,
      /** IDs of checks. */
      new_failures: z.array(z.string()),
      fixed: z.array(z.string()),
      still_failing: z.array(z.string()),
      /** Those of them that fail for at least twice as many as before, and five more. */
      grown: z.array(z.string()),
    })
    .nullable(),
})
export type SecurityScanWithResults = z.infer<typeof scanWithResultsSchema>

const scanScheduleSchema = z.object({
  kind: z.enum(scanKinds),
  frequency: z.enum(scanFrequencies),
  /** 1 is Monday; null unless weekly. */
  weekday: z.int().nullable(),
  /** Of the local day. */
  hour: z.int(),
  time_zone: z.string(),
  /** Null when turned off. */
  next_run_at: moment.nullable(),
  /** Empty while it is the default. */
  updated_by: z.string(),
})
export type ScanSchedule = z.infer<typeof scanScheduleSchema>

export const securityScans = {
  list: route({
    method: 'GET',
    path: '/v1/security/{organization}/scans',
    summary: 'List security scans',
    description: 'Newest first.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, ...pageInput, kind: z.enum(scanKinds).optional() }),
    output: pageOf(scanSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/scans/{id}',
    summary: 'Get a security scan',
    description:
      'With its progress, its results and the comparison with the scan before. With the permission `recommendations:read`, also with what the open recommendations of failing resources would save.',
    tag,
    needs: 'security:read',
    input: z.object({ organization, id: z.uuid() }),
    output: answer(scanWithResultsSchema),
  }),
  start: route({
    method: 'POST',
    path: '/v1/security/{organization}/scans',
    summary: 'Start a security scan',
    description: 'It runs in the background. One scan of each kind runs at a time.',
    tag,
    needs: 'security:write',
    input: z.strictObject({ organization, kind: z.enum(scanKinds) }),
    output: answer(scanSchema),
  }),
  schedules: route({
    method: 'GET',
    path: '/v1/security/{organization}/scan-schedules',
    summary: 'List schedules of security scans',
    description: 'One for each kind of scan. Without a schedule of its own, a kind is scanned every night.',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(z.array(scanScheduleSchema)),
  }),
  updateSchedule: route({
    method: 'PUT',
    path: '/v1/security/{organization}/scan-schedules/{kind}',
    summary: 'Update the schedule of a security scan',
    description: 'Daily, or weekly on a day, at an hour of a time zone.',
    tag,
    needs: 'security:write',
    input: z
      .strictObject({
        organization,
        kind: z.enum(scanKinds),
        frequency: z.enum(scanFrequencies),
        weekday: z.int().min(1).max(7).nullable().default(null),
        hour: z.int().min(0).max(23),
        time_zone: timeZoneSchema,
      })
      .refine(({ frequency, weekday }) => (frequency === 'weekly') === (weekday !== null), {
        error: 'is required for a weekly scan, and for no other',
        path: ['weekday'],
      }),
    output: answer(scanScheduleSchema),
  }),
}
