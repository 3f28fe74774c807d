/**
 * Records requests in the audit log, for all routes in one place: a change in its own transaction where a transaction
 * changes something, else before the response; a refusal and a failure before the response.
 */
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import { type AuditActor, type NewAuditEvent, noteAudit, recordAudit } from '@kept/store/audit/record.ts'
import { type AuditRecording, runInRecording } from '@kept/store/audit/recording.ts'
import { changedFields, readSnapshot, type SnapshotName } from '@kept/store/audit/snapshots.ts'
import { stampOf } from '../acting.ts'
import type { PublicContext, RequestContext } from '../context.ts'
import { toKeptError } from '../errors.ts'
import { type AuditedRoute, auditedRouteOf } from './audited-routes.ts'
import { isFirst } from './first-of.ts'
import { toPastTense } from './past-tense.ts'
import { recordedInput } from './redact.ts'

/** What the contract says of the route. */
export interface RequestedRoute {
  summary: string
  inputSchema: unknown
  input: unknown
}

const hourMs = 3_600_000
/** Longer than the ID of any resource of a cloud. */
const MAX_TARGET = 500
/** A page that polls what its user may not read is refused each time; once a minute is recorded. */
const refusalMs = 60_000

export function newRecording({ ip, requestId, visit, session }: PublicContext): AuditRecording {
  const sessionId = session?.id ?? null
  return { ip: ip || null, requestId, sessionId, userAgent: visit.userAgent || null, recorded: 0 }
}

/** Runs a contract route: `admit` checks access and throws, `handle` carries out. */
export function recordRequest<Admitted extends RequestContext, Result>(
  context: RequestContext,
  route: RequestedRoute,
  { admit, handle }: { admit(): Admitted; handle(admitted: Admitted, changing: Changing): Promise<Result> },
): Promise<Result> {
  const recording = newRecording(context)
  const audited = auditedRouteOf(context.route.method, context.route.path)
  return runInRecording(recording, async () => {
    try {
      const admitted = admit()
      const result = await handle(admitted, (work) => recordChange(admitted, recording, { audited, route }, work))
      await recordDone(context, recording, audited, route)
      return result
    } catch (error) {
      await recordRefusal(context, audited, error, idOf(route.input))
      throw error
    } finally {
      recording.pending = undefined
    }
  })
}

/** Marks the part of a request that may change something; before it, only counters and keys are written. */
type Changing = <T>(work: () => Promise<T>) => Promise<T>

async function recordChange<T>(
  context: RequestContext,
  recording: AuditRecording,
  { audited, route }: { audited: AuditedRoute | undefined; route: RequestedRoute },
  work: () => Promise<T>,
): Promise<T> {
  const { scope } = context
  if (!audited || audited.hourly || !scope) return work()
  const id = idOf(route.input)
  const { snapshot } = audited
  const before = snapshot && id !== null ? await snapshotOf(context, snapshot, id) : undefined
  if (snapshot && id !== null)
    recording.readFields = async (tx) => changedFields(before ?? null, await readSnapshot(tx, snapshot, id))
  recording.pending = {
    organizationId: scope.organizationId,
    record: (tx, result) =>
      recordAudit(tx, {
        ...changeOf(context, audited, route, before),
        target: id ?? (context.route.method === 'POST' ? createdId(result) : null),
      }),
  }
  return work()
}

function snapshotOf({ services, scope }: RequestContext, name: SnapshotName, id: string) {
  if (!scope) return undefined
  return services.state.database.scoped(scope, (tx) => readSnapshot(tx, name, id))
}

/** A change outside of a transaction, and everything that changed nothing there: recorded before the response. */
export async function recordDone(
  context: RequestContext,
  recording: AuditRecording,
  audited: AuditedRoute | undefined,
  route: RequestedRoute,
): Promise<void> {
  const { scope, services } = context
  if (!audited || !scope || recording.recorded > 0) return
  const event = changeOf(context, audited, route)
  if (
    audited.hourly &&
    !isFirst(`${scope.organizationId} ${callerOf(event.actor)} ${audited.action}`, event.at, hourMs)
  )
    return
  await noteAudit(services.state.database, scope, event)
}

/** Refusals and failures of callers whose organization is known. The error itself is returned to the caller. */
export async function recordRefusal(
  context: RequestContext,
  audited: AuditedRoute | undefined,
  error: unknown,
  /** What it was about. */
  target: string | null = null,
): Promise<void> {
  const { scope, services, route } = context
  const { code, message } = toKeptError(error)
  const isDenied = code === 'forbidden' || code === 'second_factor_required'
  // What a caller may not read is an event; a read that fails is not.
  if (!scope || code === 'unauthenticated' || (!audited && !isDenied)) return
  const stamp = stampOf(context)
  const action = audited?.action ?? 'access.denied'
  if (!isFirst(`${scope.organizationId} ${callerOf(stamp.actor)} ${action} ${route.path} ${code}`, stamp.at, refusalMs))
    return
  const event: NewAuditEvent = {
    ...stamp,
    action,
    outcome: isDenied ? 'denied' : 'failed',
    // As it was asked for: it need not exist.
    target: target?.slice(0, MAX_TARGET) ?? null,
    summary: message,
    details: { code, route: `${route.method} ${route.path}` },
    isRefusal: true,
  }
  // The caller gets the error of the request, also when the log cannot be written.
  await noteAudit(services.state.database, scope, event).catch((err: unknown) =>
    services.log.error(
      { event: 'audit.refusal_not_recorded', request_id: context.requestId, err },
      'refusal not recorded',
    ),
  )
}

function changeOf(
  context: RequestContext,
  { action }: AuditedRoute,
  { summary, inputSchema, input }: RequestedRoute,
  before?: Record<string, unknown> | null,
): NewAuditEvent {
  const after = recordedInput(inputSchema, input)
  const name = nameIn(after) ?? nameIn(before)
  const done = toPastTense(summary)
  return {
    ...stampOf(context),
    action,
    target: idOf(input),
    summary: name === undefined ? `${done}.` : `${done}: "${name}".`,
    after,
  }
}

function callerOf({ kind, id }: AuditActor): string {
  return `${kind} ${id ?? ''}`
}

function idOf(input: unknown): string | null {
  return textFieldOf(input, 'id') ?? null
}

/** Of what a transaction created and returned: its ID, or the resource with its ID, also as the only one of a list. */
function createdId(result: unknown): string | null {
  if (Array.isArray(result)) return result.length === 1 ? createdId(result[0]) : null
  return typeof result === 'string' && isUuid(result) ? result : idOf(result)
}

/** What people call it. */
function nameIn(fields: Record<string, unknown> | null | undefined): string | undefined {
  const name = fields?.name ?? fields?.title ?? fields?.email
  return typeof name === 'string' && name !== '' ? name.replaceAll('"', "'") : undefined
}
