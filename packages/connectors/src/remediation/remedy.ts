/** How one kind of resource is read, the target state of each step, and the requests from one state to another. */
import { KeptError } from '@kept/domain/errors.ts'
import type {
  DeletionMark,
  PlannedRequest,
  RemediationKind,
  RemediationOrder,
  RemediationTarget,
  RemedyStep,
  ResourceState,
  UseWindow,
} from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'

export interface CloudAnswer {
  status: number
  /** As received; "" for none. */
  text: string
}

/** Sends a request with the credentials of one account. */
export type CloudRequest = (request: PlannedRequest, signal?: AbortSignal) => Promise<CloudAnswer>

/** What a change of several steps may use: it waits for the cloud, and learns ids on the way. */
export interface Carrier {
  send: CloudRequest
  /** For the request that deletes: after the last checks, and recorded. Afterwards nothing is taken back. */
  sendDelete: CloudRequest
  /** Throws when the caller has stopped it. */
  wait(ms: number): Promise<void>
  signal: AbortSignal | undefined
}

type DoneStep = Exclude<RemedyStep, 'notify'>

/** How one kind of resource is marked. */
export interface DeletionMarking {
  /** Undefined where there is no such resource. */
  read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<DeletionMark | undefined>
  /** Not while it is being deleted, which `read` takes for gone. Without it, `read` decides. */
  isRemoved?(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<boolean>
  /** Where the resource itself does not say it. */
  lastUse?(
    send: CloudRequest,
    target: RemediationTarget,
    window: UseWindow,
    signal?: AbortSignal,
  ): Promise<string | null>
  /** Of an existing resource. Null removes the mark. */
  requests(
    send: CloudRequest,
    target: RemediationTarget,
    mark: string | null,
    signal?: AbortSignal,
  ): Promise<PlannedRequest[]>
}

/** What a remedy that deletes does first; every such remedy has one or the other. */
type DeletionGrace =
  /** The resource is marked, and deleted later. */
  | { marking: DeletionMarking }
  /** Why it is deleted at once: a sentence. */
  | { none: string }

export interface Remedy {
  kind: RemediationKind
  provider: RemediationProvider
  steps: readonly DoneStep[]
  /** The least privileges for all of it. */
  permissions: readonly string[]
  read(sendRequest: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState>
  /** Refuses (KeptError) a step whose outcome others would change again, or that the cloud would not carry out. */
  check?(sendRequest: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<void>
  /** The state after the step; an undo goes in the other direction. */
  stateAfter(before: ResourceState, order: RemediationOrder): ResourceState
  requests(target: RemediationTarget, from: ResourceState, to: ResourceState): PlannedRequest[]
  /** In place of sending `requests` one after another. It can be called again after it was interrupted. */
  carryOut?(carrier: Carrier, target: RemediationTarget, from: ResourceState, to: ResourceState): Promise<void>
  /** True for the states of an interrupted change: an undo continues from them. */
  isBetween?(state: ResourceState, before: ResourceState, after: ResourceState): boolean
  /**
   * Whether what exists is what was backed up, or was made from that backup. Without it, an ID is never used again. Others
   * may have made something with the same name: an undo leaves that, and the backup.
   */
  isOwn?(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<boolean>
  /**
   * Of a remedy that deletes by a name that can be given again: what no other resource with this name has. Undefined where
   * the cloud does not say it.
   */
  identityOf?(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<string | undefined>
  /** Of a remedy that deletes or releases: all of them have it, and no other. */
  deletionGrace?: DeletionGrace
  /** What an undo does not restore, and what it costs. */
  undoPrice?(order: RemediationOrder): string
  /** A short description of a state, to be read after "is" and "will be". */
  describeState(state: ResourceState): string
  /** Commands of the cloud's own tool. */
  script(order: RemediationOrder): { tool: string; run: string[]; undo: string[] }
}

export function defineRemedy(remedy: Remedy): Remedy {
  return remedy
}

/** Whether the resource is gone after this step. */
export function deletes(step: RemedyStep): boolean {
  return step === 'delete' || step === 'release'
}

/** The order's size, for `scale`. */
export function sizeOf({ step, size, target }: RemediationOrder): number {
  if (size !== undefined) return size
  throw new KeptError('bad_input', `Enter the size ${target.name} should be ${step === 'scale' ? 'scaled' : 'set'} to.`)
}

/** The order's new type, for `resize`. */
export function settingOf({ setting, target }: RemediationOrder): string {
  if (setting !== undefined) return setting
  throw new KeptError('bad_input', `Enter the type that ${target.name} should have.`)
}

/** Asks until `isDone`, at most for `maxMinutes`. The pauses grow to half a minute. */
export async function waitUntil(
  { wait }: Pick<Carrier, 'wait'>,
  { what, maxMinutes }: { what: string; maxMinutes: number },
  isDone: () => Promise<boolean>,
): Promise<void> {
  let waitedMs = 0
  for (let pauseMs = 1_000; !(await isDone()); pauseMs = Math.min(pauseMs * 1.5, 30_000)) {
    if (waitedMs > maxMinutes * 60_000)
      throw new KeptError('unavailable', `${what} was not complete after ${maxMinutes} minutes.`)
    await wait(pauseMs)
    waitedMs += pauseMs
  }
}

/** Reads JSON; anything but success becomes one sentence with the cloud's own message. */
export async function requestJson<T>(
  sendRequest: CloudRequest,
  request: Omit<PlannedRequest, 'body' | 'headers'> & Partial<PlannedRequest>,
  signal?: AbortSignal,
): Promise<T> {
  const text = await requestText(sendRequest, request, signal)
  try {
    return JSON.parse(text || '{}') as T
  } catch {
    throw new KeptError('unavailable', `${new URL(request.url).host} returned a response that is not JSON.`)
  }
}

export async function requestText(
  sendRequest: CloudRequest,
  request: Omit<PlannedRequest, 'body' | 'headers'> & Partial<PlannedRequest>,
  signal?: AbortSignal,
): Promise<string> {
  const { status, text } = await sendRequest({ body: '', headers: {}, ...request }, signal)
  if (status >= 200 && status < 300) return text
  throw refusal(request, status, text)
}

/** Undefined for the refusal that says that there is none of it. */
export async function requestTextOr(
  sendRequest: CloudRequest,
  request: PlannedRequest,
  none: { status: number; pattern: RegExp },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { status, text } = await sendRequest(request, signal)
  if (status === none.status && none.pattern.test(text)) return undefined
  if (status >= 200 && status < 300) return text
  throw refusal(request, status, text)
}

function refusal({ method, url }: { method: string; url: string }, status: number, text: string): KeptError {
  const { host, pathname } = new URL(url)
  const details = { status, host, path: pathname, method }
  const detail = messageIn(text)
  if (status === 401 || status === 403)
    return new KeptError(
      'forbidden',
      `${host} denied access (${status})${detail}. Grant the account the permissions listed with the step.`,
      { details },
    )
  if (status === 404) return new KeptError('not_found', `${host} did not find this resource${detail}.`, { details })
  return new KeptError('unavailable', `${host} returned ${status}${detail}.`, { details })
}

/** The message inside an error of any cloud, shortened to a readable length. */
function messageIn(text: string): string {
  const message =
    /"[Mm]essage"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ??
    /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ??
    /"error_description"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  return message ? `: ${message.slice(0, 300).replace(/[.\s]+$/, '')}` : ''
}

/** Single-quoted for a shell, whatever it contains. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
