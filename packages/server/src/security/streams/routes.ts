/** Audit streams of an organization. The demo has none: its log is of visitors. */
import type { AuditStream } from '@kept/contract/routes/audit-streams.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { readAuditEvents, readAuditHead, readAuditHeadSeq } from '@kept/store/audit/read.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import {
  deleteAuditStream,
  findAuditStream,
  listAuditStreams,
  type StoredAuditStream,
  setAuditStreamEnabled,
} from '@kept/store/security/audit-streams.ts'
import { actingOf } from '../../platform/acting.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { countAgainst } from '../../platform/rate-limit.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { createStream } from './create-stream.ts'
import { sendBatch } from './deliver-streams.ts'

const streamRoutes = routes.auditStreams
/** Tests send real messages: enough to get an address right. */
const TESTS_PER_HOUR = 30

export const auditStreams = {
  list: streamRoutes.list.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization, me)
    return {
      data: await services.state.database.scoped(scope, async (tx) => {
        const head = await readAuditHeadSeq(tx)
        return (await listAuditStreams(tx)).map((stream) => toAnswer(stream, head))
      }),
    }
  }),
  create: streamRoutes.create.handler(async ({ context, input: { organization, ...input } }) => {
    requireRequestedOrganization(organization, context.me)
    refuseInDemo(context)
    const { stream, signing_secret } = await createStream(context, input)
    return { data: { ...toAnswer(stream, stream.delivered_seq), signing_secret } }
  }),
  update: streamRoutes.update.handler(async ({ context, input: { organization, id, enabled } }) => {
    requireRequestedOrganization(organization, context.me)
    refuseInDemo(context)
    const { auditContext } = actingOf(context)
    return {
      data: await context.services.state.database.scoped(context.scope, async (tx) => {
        const before = await findAuditStream(tx, id)
        if (before.enabled !== enabled) {
          await setAuditStreamEnabled(tx, id, enabled)
          await recordAudit(tx, {
            ...auditContext,
            action: 'audit_stream.updated',
            target: id,
            summary: `The audit stream "${before.name}" was turned ${enabled ? 'on' : 'off'}.`,
          })
        }
        return answerOf(tx, id)
      }),
    }
  }),
  test: streamRoutes.test.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    refuseInDemo(context)
    const { services, scope } = context
    const { database } = services.state
    const stream = await database.scoped(scope, (tx) => findAuditStream(tx, id))
    await countAgainst(services, [
      {
        key: `audit-stream-test:${scope.organizationId}`,
        max: TESTS_PER_HOUR,
        windowSeconds: 3600,
        sentence: 'Too many tests. Try again after {time}.',
      },
    ])
    const { seq } = await readAuditHead(database, scope)
    const [event] = await readAuditEvents(database, scope, { after: seq - 1, limit: 1 })
    if (!event) throw new KeptError('conflict', 'The audit log has no event to send yet.')
    const before = { seq: event.seq - 1, hash: event.prev_hash }
    const batch = { organizationId: scope.organizationId, stream: { id, name: stream.name }, before }
    const result = await sendBatch(services, stream, { ...batch, events: [event] })
    const message = result.delivered ? `Event ${event.seq} was delivered to ${stream.host}.` : result.reason
    return { data: { delivered: result.delivered, message } }
  }),
  remove: streamRoutes.remove.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    refuseInDemo(context)
    const { auditContext } = actingOf(context)
    await context.services.state.database.scoped(context.scope, async (tx) => {
      const { name, host } = await findAuditStream(tx, id)
      await deleteAuditStream(tx, id)
      await recordAudit(tx, {
        ...auditContext,
        action: 'audit_stream.deleted',
        target: id,
        summary: `The audit stream "${name}" was deleted, with ${host} as its destination.`,
      })
    })
    return { data: { deleted: true as const } }
  }),
}

async function answerOf(tx: ScopedTransaction, id: string): Promise<AuditStream> {
  return toAnswer(await findAuditStream(tx, id), await readAuditHeadSeq(tx))
}

function toAnswer({ secret: _, ...stream }: StoredAuditStream, head: number): AuditStream {
  return { ...stream, pending: Math.max(head - stream.delivered_seq, 0) }
}
