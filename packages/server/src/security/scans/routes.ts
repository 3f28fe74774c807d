/** Security scans: started by users, run in the background, compared with the scan before. */
import { KeptError } from '@kept/domain/errors.ts'
import type { ScanResult } from '@kept/domain/security-scan.ts'
import { addSavings } from '@kept/engine/security/scans/also-saves.ts'
import { compareScans } from '@kept/engine/security/scans/compare-scans.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { unresolvedOfResources } from '@kept/store/recommendations/unresolved-of-resources.ts'
import { findPreviousScan, findScan, listScanResults, listScans } from '@kept/store/security/scans.ts'
import { actingOf } from '../../platform/acting.ts'
import { isAdmitted } from '../../platform/guard.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { queueScan, scanJob } from './jobs.ts'
import { readScanSchedules, updateScanSchedule } from './schedules.ts'

const scanRoutes = routes.securityScans

export const securityScans = {
  list: scanRoutes.list.handler(async ({ context, input: { organization, kind, page, page_size } }) => {
    requireRequestedOrganization(organization, context.me)
    const { scans, total } = await context.services.state.database.scoped(context.scope, (tx) =>
      listScans(tx, { kind, page, page_size }),
    )
    return { data: scans, meta: { page, page_size, total } }
  }),
  get: scanRoutes.get.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    const maySeeSavings = isAdmitted(context, 'recommendations:read')
    return {
      data: await context.services.state.database.scoped(context.scope, async (tx) => {
        const scan = await withResults(tx, id)
        return maySeeSavings ? { ...scan, ...(await readAlsoSaves(tx, scan.results)) } : scan
      }),
    }
  }),
  start: scanRoutes.start.handler(async ({ context, input: { organization, kind } }) => {
    requireRequestedOrganization(organization, context.me)
    const { services, scope } = context
    const { auditContext, actor } = actingOf(context)
    const scan = await services.state.database.scoped(scope, async (tx) => {
      const started = { kind, trigger: 'manual', requested_by: actor.name, at: auditContext.at } as const
      const id = await queueScan(tx, services.jobs, started)
      if (id === undefined)
        throw new KeptError('conflict', `A scan of the kind "${kind}" is already running. Wait until it completes.`)
      await recordAudit(tx, {
        ...auditContext,
        action: 'security_scan.started',
        target: id,
        summary: `The ${kind} scan was started.`,
        after: { kind },
      })
      return findScan(tx, id)
    })
    services.jobs.wake(scanJob)
    return { data: scan }
  }),
  schedules: scanRoutes.schedules.handler(async ({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    const { state, now } = context.services
    return { data: await state.database.scoped(context.scope, (tx) => readScanSchedules(tx, now())) }
  }),
  updateSchedule: scanRoutes.updateSchedule.handler(async ({ context, input: { organization, ...schedule } }) => {
    requireRequestedOrganization(organization, context.me)
    const data = await context.services.state.database.scoped(context.scope, (tx) =>
      updateScanSchedule(tx, actingOf(context), schedule),
    )
    return { data }
  }),
}

/** The results with what the recommendations for their resources would save. */
async function readAlsoSaves(tx: ScopedTransaction, results: readonly ScanResult[]) {
  const resources = results.flatMap(({ subjects }) => subjects.filter(({ provider }) => provider !== ''))
  const recommendations = await unresolvedOfResources(tx, [...new Set(resources.map(({ id }) => id))])
  return addSavings(results, recommendations)
}

async function withResults(tx: ScopedTransaction, id: string) {
  const scan = await findScan(tx, id)
  const results = await listScanResults(tx, id)
  const previous = scan.status === 'completed' ? await findPreviousScan(tx, scan) : undefined
  const comparison = previous && {
    previous_id: previous.id,
    previous_at: previous.created_at,
    ...compareScans(await listScanResults(tx, previous.id), results),
  }
  return { ...scan, results, comparison: comparison ?? null }
}
