/** A saved report: sections over the cost data, its period, and the schedule on which it is sent. */
import * as z from 'zod'
import { filterSchema, groupKeySchema } from './cost-query.ts'
import { measureNames } from './cube.ts'
import { timeZoneSchema } from './hour.ts'
import { currencySchema } from './money.ts'
import { lineSchema, nameSchema } from './name.ts'
import type { Permission } from './permission.ts'
import { exportFormats, reportFrequencies, reportLimits, reportPeriods } from './report-labels.ts'

const exportFormatSchema = z.enum(exportFormats)

/** Days, UTC; `end_date` is exclusive. A named period follows the day of the run. */
const reportPeriodSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('named'), name: z.enum(reportPeriods) }),
  z
    .strictObject({ kind: z.literal('dates'), start_date: z.iso.date(), end_date: z.iso.date() })
    .refine(({ start_date, end_date }) => start_date < end_date, 'must end after it starts'),
])
export type ReportPeriod = z.infer<typeof reportPeriodSchema>

const title = lineSchema(120)
const rowLimit = z.int().min(1).max(reportLimits.rows)

const reportSectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), title, text: z.string().trim().max(4000) }),
  z.strictObject({
    kind: z.literal('costs'),
    title,
    /** `total`: one figure for each currency. */
    view: z.enum(['total', 'chart', 'table']),
    measure: z.enum(measureNames),
    /** The first is drawn by a chart without a grain. */
    group_by: z.array(groupKeySchema).max(3),
    grain: z.enum(['day', 'week', 'month']).nullable(),
    /** The groups with the largest figures; the rest is one row. */
    top: z.int().min(1).max(50),
    compare: z.enum(['previous_period', 'previous_year']).nullable(),
    /** Besides the filters of the report. */
    filters: z.array(filterSchema).max(20),
  }),
  z.strictObject({ kind: z.literal('recommendations'), title, limit: rowLimit }),
  z.strictObject({ kind: z.literal('savings'), title }),
  z.strictObject({ kind: z.literal('budgets'), title }),
  z.strictObject({
    kind: z.literal('standard'),
    title,
    /** The ID of a standard report, as `GET /v1/reports` lists them. */
    report: z.string().min(1).max(80),
    parameters: z.record(z.string().max(60), z.string().max(500)),
    limit: rowLimit,
  }),
])
export type ReportSection = z.infer<typeof reportSectionSchema>
export type CostsSection = Extract<ReportSection, { kind: 'costs' }>

/** What a person decides about a report. */
export const reportInput = {
  name: nameSchema(120),
  description: lineSchema(400),
  period: reportPeriodSchema,
  /** Of all sections that show costs. */
  filters: z.array(filterSchema).max(20),
  /** Null: every currency, each on its own. */
  currency: currencySchema.nullable(),
  sections: z.array(reportSectionSchema).min(1).max(reportLimits.sections),
  /** Everyone in the organization sees it; otherwise only its owner. */
  shared: z.boolean(),
}
export const reportDefinitionSchema = z.strictObject(reportInput)
export type ReportDefinition = z.infer<typeof reportDefinitionSchema>

export const reportScheduleSchema = z.strictObject({
  frequency: z.enum(reportFrequencies),
  /** Time of day in `time_zone`. A time that a clock change skips is an hour later on that day. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as "08:00"'),
  time_zone: timeZoneSchema,
  /** 1 is Monday. Counts for weekly schedules. */
  weekday: z.int().min(1).max(7),
  /** Counts for monthly schedules; in shorter months, the last day. */
  day_of_month: z.int().min(1).max(31),
  /** The files of each email. */
  formats: z.array(exportFormatSchema).min(1).max(exportFormats.length),
  /** Members of the organization, by address. At least one recipient or channel is required. */
  recipients: z.array(z.email().toLowerCase()).max(50),
  /** Slack and Teams channels. They receive the main figures and a link. */
  channels: z.array(z.uuid()).max(20),
  enabled: z.boolean(),
})
export type ReportSchedule = z.infer<typeof reportScheduleSchema>

const sectionPermissions: Partial<Record<ReportSection['kind'], Permission>> = {
  recommendations: 'recommendations:read',
  savings: 'savings:read',
}

/** What a caller needs to read a report with these sections. */
export function permissionsOfSections(sections: readonly Pick<ReportSection, 'kind'>[]): Permission[] {
  return [...new Set<Permission>(['costs:read', ...sections.flatMap(({ kind }) => sectionPermissions[kind] ?? [])])]
}
