/** What can be attached to an incident, described in one line. */
import { KeptError } from '@kept/domain/errors.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import type { IncidentReference } from '@kept/domain/security-incident-states.ts'
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
