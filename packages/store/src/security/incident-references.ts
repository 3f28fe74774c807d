/** What can be attached to an incident, described in one line. */
import { KeptError } from '@kept/domain/errors.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { type IncidentReference, readCheckSource } from '@kept/domain/security-incident-states.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { toLoop } from '../loops/row.ts'

/** Throws `not_found` for what the organization does not have. */
export async function describeReference(tx: ScopedTransaction, { kind, id }: IncidentReference): Promise<string> {
  // IDs of loops are texts, the others are UUIDs.
  const text = kind === 'loop' || isUuid(id) ? await describers[kind](tx, id) : undefined
  if (text === undefined) throw new KeptError('not_found', `There is no ${kind.replace('_', ' ')} with this ID.`)
  return text
}

/** The scan of a failing check and the check in one line; throws `not_found` for what the organization does not have. */
export async function describeFailingCheck(
  tx: ScopedTransaction,
  sourceId: string,
): Promise<{ reference: IncidentReference; text: string }> {
  const source = readCheckSource(sourceId)
  const row =
    source && isUuid(source.scan)
      ? await tx
          .selectFrom('security_scan_result as result')
          .innerJoin('security_scan as scan', 'scan.id', 'result.scan_id')
          .select(['scan.id', 'scan.created_at', 'result.title', 'result.detail'])
          .where('result.organization_id', '=', tx.scopedTo)
          .where('scan.organization_id', '=', tx.scopedTo)
          .where('scan.id', '=', source.scan)
          .where('scan.kind', '=', source.kind)
          .where('result.check_id', '=', source.check)
          .where('result.status', '=', 'fail')
          .executeTakeFirst()
      : undefined
  if (!row) throw new KeptError('not_found', 'There is no failing check with this ID, written as kind/scan/check.')
  const day = formatDay(utcDay(row.created_at))
  return { reference: { kind: 'scan', id: row.id }, text: `Failing check: ${row.title}. ${day}: ${row.detail}` }
}

type Describe = (tx: ScopedTransaction, id: string) => Promise<string | undefined>

const describers: Record<IncidentReference['kind'], Describe> = {
  async audit_event(tx, id) {
    const row = await tx
      .selectFrom('audit_event')
      .select('summary')
      .where('organization_id', '=', tx.scopedTo)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && `Audit event: ${row.summary}`
  },
  async loop(tx, id) {
    const row = await tx
      .selectFrom('loop_incident')
      .selectAll()
      .where('organization_id', '=', tx.scopedTo)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && `Loop: ${loopTypeLabels[row.loop_type].label} of ${toLoop(row).resource_name}`
  },
  async anomaly(tx, id) {
    const row = await tx
      .selectFrom('anomaly')
      .select(['direction', 'first_day', 'scope'])
      .where('organization_id', '=', tx.scopedTo)
      .where('id', '=', id)
      .executeTakeFirst()
    const where = row?.scope.map(({ name, value }) => name || value).join(', ')
    return row && `Anomaly: cost ${row.direction} expected from ${formatDay(row.first_day)}: ${where || 'all costs'}`
  },
  async scan(tx, id) {
    const row = await tx
      .selectFrom('security_scan')
      .select(['kind', 'created_at'])
      .where('organization_id', '=', tx.scopedTo)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && `Scan: ${row.kind}, started ${formatDay(utcDay(row.created_at))}`
  },
}
