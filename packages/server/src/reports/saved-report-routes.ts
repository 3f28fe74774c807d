/** Saved reports over HTTP. */
import type { SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { permissionsOfSections, type ReportDefinition } from '@kept/domain/report.ts'
import type { ReportDocument } from '@kept/domain/report-document.ts'
import { reportTemplates } from '@kept/domain/report-templates.ts'
import { nextOccurrence } from '@kept/engine/reports/next-occurrence.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addFinishedRun, findRunDocument, sendRunAgain } from '@kept/store/reports/runs.ts'
import {
  addReport,
  changeReport,
  findReport,
  listReports,
  removeReport,
  type SavedReport,
  setSchedule,
} from '@kept/store/reports/saved-reports.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { buildDocument } from './build-document.ts'
import { checkTargets } from './check-targets.ts'
import { describeRuns } from './describe-runs.ts'

const savedReportRoutes = routes.savedReports

export const savedReports = {
  list: savedReportRoutes.list.handler(async ({ context }) => {
    const { services, scope } = context
    const { userId } = actingOf(context)
    const reports = await services.state.database.scoped(scope, (tx) => listReports(tx, userId))
    return { data: reports.map((report) => describe(context, report)) }
  }),
  templates: savedReportRoutes.templates.handler(() => ({ data: [...reportTemplates] })),
  create: savedReportRoutes.create.handler(async ({ context, input }) => {
    requireSections(context, input)
    const { auditContext, userId } = actingOf(context)
    const { services, scope, me } = context
    const owner = { id: userId, name: me.user.full_name || me.user.email }
    // Without a user, no one could see a private report.
    const definition = userId === null ? { ...input, shared: true } : input
    const report = await services.state.database.scoped(scope, async (tx) => {
      const created = await addReport(tx, definition, { owner, now: services.now() })
      const summary = `The report "${input.name}" was created.`
      await recordAudit(tx, { ...auditContext, action: 'report.created', target: created.id, summary })
      return created
    })
    return { data: describe(context, report) }
  }),
  preview: savedReportRoutes.preview.handler(async ({ context, input, signal }) => ({
    data: await documentNow(context, input, signal),
  })),
  document: savedReportRoutes.document.handler(async ({ context, input, signal }) => ({
    data: await savedDocument(context, input.id, signal),
  })),
  change: savedReportRoutes.change.handler(async ({ context, input: { id, ...change } }) => {
    const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const report = await changeOne(context, id, 'report.updated', (tx, { definition }) => {
      const changed: ReportDefinition = { ...definition, ...changes }
      requireSections(context, changed)
      return changeReport(tx, id, changed, context.services.now())
    })
    return { data: describe(context, report) }
  }),
  remove: savedReportRoutes.remove.handler(async ({ context, input: { id } }) => {
    await changeOne(context, id, 'report.deleted', async (tx, report) => {
      await removeReport(tx, id)
      return report
    })
    return { data: { removed: true as const } }
  }),
  setSchedule: savedReportRoutes.setSchedule.handler(async ({ context, input: { id, ...schedule } }) => {
    const now = context.services.now()
    const nextRunAt = schedule.enabled ? new Date(nextOccurrence(schedule, now.getTime())) : null
    const report = await changeOne(context, id, 'report.scheduled', async (tx) => {
      await checkTargets(tx, schedule)
      return setSchedule(tx, id, { schedule, nextRunAt, now })
    })
    return { data: describe(context, report) }
  }),
  removeSchedule: savedReportRoutes.removeSchedule.handler(async ({ context, input: { id } }) => {
    const now = context.services.now()
    const report = await changeOne(context, id, 'report.unscheduled', (tx) =>
      setSchedule(tx, id, { schedule: null, nextRunAt: null, now }),
    )
    return { data: describe(context, report) }
  }),
  runs: savedReportRoutes.runs.handler(async ({ context, input: { id } }) => ({
    data: await runsOf(context, id),
  })),
  run: savedReportRoutes.run.handler(async ({ context, input: { id, send }, signal }) => {
    const { services, scope, me } = context
    const document = await savedDocument(context, id, signal)
    await changeOne(context, id, 'report.run', async (tx, report) => {
      const targets = send ? targetsOf(report) : null
      const startedBy = me.user.full_name || me.user.email
      await addFinishedRun(tx, { reportId: id, startedBy, document, now: services.now() }, targets)
      return report
    })
    return { data: await runsOf({ ...context, scope }, id) }
  }),
  sendRun: savedReportRoutes.sendRun.handler(async ({ context, input: { id, run_id } }) => {
    await changeOne(context, id, 'report.sent_again', async (tx, report) => {
      requireNeeds(context, await findRunDocument(tx, id, run_id))
      await sendRunAgain(tx, run_id, targetsOf(report), context.services.now())
      return report
    })
    return { data: await runsOf(context, id) }
  }),
}

/** The figures of a saved report as of now. Throws KeptError `not_found`, or `forbidden` for its sections. */
export async function savedDocument(
  context: SignedInContext,
  id: string,
  signal?: AbortSignal,
): Promise<ReportDocument> {
  const { userId } = actingOf(context)
  const report = await context.services.state.database.scoped(context.scope, (tx) => findReport(tx, id, userId))
  return documentNow(context, report.definition, signal)
}

/** The figures that a run has kept. */
export async function runDocument(context: SignedInContext, id: string, runId: string): Promise<ReportDocument> {
  const { userId } = actingOf(context)
  const document = await context.services.state.database.scoped(context.scope, async (tx) => {
    await findReport(tx, id, userId)
    return findRunDocument(tx, id, runId)
  })
  requireNeeds(context, document)
  return document
}

function documentNow(context: SignedInContext, definition: ReportDefinition, signal: AbortSignal | undefined) {
  requireSections(context, definition)
  const { services, scope, me } = context
  const today = utcDay(services.now())
  return buildDocument(services, scope, definition, { organization: me.organization.name, today, signal })
}

async function runsOf({ services, scope, ...context }: SignedInContext, id: string) {
  const { userId } = actingOf({ services, scope, ...context })
  return services.state.database.scoped(scope, async (tx) => {
    await findReport(tx, id, userId)
    return describeRuns(tx, id)
  })
}

/** Finds the report, checks that the caller may change it, and records the change. */
async function changeOne(
  context: SignedInContext,
  id: string,
  action: `report.${string}`,
  change: (tx: ScopedTransaction, report: SavedReport) => Promise<SavedReport>,
): Promise<SavedReport> {
  const { auditContext, userId } = actingOf(context)
  return context.services.state.database.scoped(context.scope, async (tx) => {
    const report = await findReport(tx, id, userId)
    if (!canEdit(context, report))
      throw new KeptError('forbidden', `Only ${report.owner.name} or an admin can change this report. Duplicate it.`)
    const changed = await change(tx, report)
    const summary = `The report "${report.definition.name}" was ${actionLabels[action] ?? 'changed'}.`
    await recordAudit(tx, { ...auditContext, action, target: id, summary })
    return changed
  })
}

const actionLabels: Record<string, string> = {
  'report.updated': 'changed',
  'report.deleted': 'deleted',
  'report.scheduled': 'scheduled',
  'report.unscheduled': 'taken off its schedule',
  'report.run': 'run',
  'report.sent_again': 'sent again',
}

function canEdit(context: SignedInContext, { owner, definition }: SavedReport): boolean {
  const { userId, role } = actingOf(context)
  if (owner.id !== null && owner.id === userId) return true
  return definition.shared && role === 'admin'
}

function describe(context: SignedInContext, report: SavedReport): SavedReportAnswer {
  return { ...report, can_edit: canEdit(context, report) }
}

function targetsOf({ schedule }: SavedReport) {
  if (!schedule)
    throw new KeptError('conflict', 'This report has no schedule, so no one receives it. Add recipients first.')
  return schedule
}

function requireSections(context: SignedInContext, { sections }: Pick<ReportDefinition, 'sections'>): void {
  requireNeeds(context, { needs: permissionsOfSections(sections) })
}

function requireNeeds({ me }: SignedInContext, { needs }: Pick<ReportDocument, 'needs'>): void {
  const missing = needs.filter((permission) => !me.permissions.includes(permission))
  if (missing.length > 0) throw new KeptError('forbidden', `This report needs the permission ${missing.join(' and ')}.`)
}
