/**
 * `Idempotency-Key`: the same request with the same key is executed once, and its response is repeated for a day. A
 * mark that each writing transaction leaves in the claim tells whether an interrupted request was executed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, randomUUID } from 'node:crypto'
import { badInput, type ErrorCode, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { claimKey, leaseMs, markCarriedOut, releaseKey, renewClaim, saveAnswer } from '@kept/store/idempotency/keys.ts'
import type { SignedInContext } from './context.ts'
import { toKeptError } from './errors.ts'
import type { SecretLocation } from './secrets.ts'

interface Run {
  id: string
  organizationId: string
}

const currentRun = new AsyncLocalStorage<Run>()
/** Distinguishes the claims of this process from those of a killed one. */
const processId = randomUUID()
const header = 'idempotency-key'

/** A database that marks, in each transaction of a request with a key, that the request was executed. */
export function markWrites(database: Database): Database {
  return {
    ...database,
    scoped: (scope, work) =>
      database.scoped(scope, async (tx) => {
        const result = await work(tx)
        const run = currentRun.getStore()
        if (run?.organizationId === scope.organizationId) await markCarriedOut(tx, run.id)
        return result
      }),
  }
}

type StoredAnswer =
  | { output: unknown }
  | { error: { code: ErrorCode; message: string; details?: Record<string, unknown> | undefined } }

/** The result of a contract handler. */
interface Handled {
  output: unknown
}

/** Runs `handle`, or returns `replay` of its first output. `request` is what makes two requests the same. */
export async function carryOutOnce<Result extends Handled>(
  context: SignedInContext,
  request: unknown,
  handle: () => Promise<Result>,
  replay: (output: unknown) => Result,
): Promise<Result> {
  const key = context.visit.header(header)
  if (key === undefined) return handle()
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badInput('The Idempotency-Key must be 1 to 255 visible ASCII characters, for example a UUID.')
  }
  const { services, scope } = context
  const { database } = services.state
  const claimed = await claimKey(database, scope, {
    caller: callerOf(context),
    key,
    requestHash: hash('sha256', stableText(request)),
    processId,
    now: services.now(),
    isOnlyProcess: services.config.databaseUrl === undefined,
  })
  switch (claimed.state) {
    case 'claimed':
      return runClaimed(context, claimed.id, handle)
    case 'answered': {
      const answer = JSON.parse(services.secrets.open(locationOf(scope, claimed.id), claimed.answer)) as StoredAnswer
      context.visit.setHeader('idempotent-replayed', 'true')
      if ('output' in answer) return replay(answer.output)
      throw new KeptError(answer.error.code, answer.error.message, { details: answer.error.details })
    }
    case 'running':
      throw refused('in_progress', 'The first request with this Idempotency-Key is still running.', 1)
    case 'different':
      throw refused('key_reused', 'This Idempotency-Key was used for another request. Use a new key for each request.')
    case 'interrupted':
      throw refused(
        'interrupted',
        'The first request with this Idempotency-Key was interrupted after it took effect. Check the result before you send it again with a new key.',
      )
  }
}

async function runClaimed<Result extends Handled>(
  context: SignedInContext,
  id: string,
  handle: () => Promise<Result>,
): Promise<Result> {
  const { services, scope } = context
  const { database } = services.state
  const save = (answer: StoredAnswer) =>
    saveAnswer(database, scope, id, services.secrets.seal(locationOf(scope, id), JSON.stringify(answer)))
  const renewing = setInterval(() => {
    renewClaim(database, scope, id).catch((err: unknown) =>
      services.log.warn({ event: 'idempotency.renew_failed', err }, 'idempotency claim not renewed'),
    )
  }, leaseMs / 3)
  try {
    const result = await currentRun.run({ id, organizationId: scope.organizationId }, handle)
    await save({ output: result.output })
    return result
  } catch (error) {
    // A request that changed nothing may be repeated with the same key.
    if (!(await releaseKey(database, scope, id))) {
      const { code, message, details } = toKeptError(error)
      await save({ error: { code, message, details } })
    }
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** Demo visitors share one user: there each session has its own keys. */
function callerOf({ me, apiKey, session }: SignedInContext): string {
  if (apiKey) return `key ${apiKey.id}`
  return session?.kind === 'demo' ? `session ${session.id}` : `person ${me.user.id}`
}

function locationOf(scope: Scope, id: string): SecretLocation {
  return { organization: scope.organizationId, table: 'idempotency_key', row: id, column: 'answer' }
}

function refused(reason: string, sentence: string, retry_after?: number): KeptError {
  return new KeptError('conflict', sentence, { details: { reason: `idempotency_${reason}`, retry_after } })
}

/** JSON that is independent of the order of an object's members. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
