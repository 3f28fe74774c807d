/** One POST to an address somebody typed in, with what came back as a verdict; never into a private network unasked. */
import { KeptError } from '@kept/domain/errors.ts'
import { judgeAnswer, type Verdict } from '@kept/engine/alerts/judge-answer.ts'
import { guardedFetch } from '../../platform/outbound.ts'
import type { ChannelDoors, Sent } from './channel.ts'
import { waitOf } from './retry-after.ts'

export interface Posted {
  verdict: Verdict
  status: number | null
  /** What it said; empty when nothing came back. */
  words: string
}

export async function post(
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body: string },
  { config, now }: Pick<ChannelDoors, 'config' | 'now'>,
): Promise<Posted> {
  try {
    const response = await guardedFetch(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Kept', ...headers },
        body,
      },
      config.privateNetworks,
    )
    const words = await response.text()
    const { status } = response
    return {
      verdict: judgeAnswer({ status, words, waitMs: waitOf(response.headers.get('retry-after'), now()) }),
      status,
      words,
    }
  } catch (error) {
    return { verdict: notReached(error), status: null, words: '' }
  }
}

/** The verdict as how it went, for channels with nothing more to say. */
export function sentBy({ verdict, status }: Posted, taken: string): Sent {
  if (verdict.what === 'taken') return { what: 'taken', status, sentence: taken }
  return { ...verdict, status }
}

/** Why nothing came back: what we refuse and what leads elsewhere stays so, everything else may pass. */
function notReached(error: unknown): Verdict {
  const causes = causesOf(error)
  const refused = causes.find((cause) => cause instanceof KeptError)
  if (refused) return { what: 'given_up', sentence: refused.message, gone: false }
  if (causes.some(({ message }) => /redirect/i.test(message)))
    return {
      what: 'given_up',
      sentence: 'The address leads elsewhere (a redirect); enter the final address.',
      gone: false,
    }
  const code = causes.map((cause) => (cause as NodeJS.ErrnoException).code).findLast(Boolean)
  const timedOut = causes.some(({ name }) => name === 'TimeoutError') || code === 'UND_ERR_CONNECT_TIMEOUT'
  const why = timedOut
    ? 'it did not answer in time'
    : (reasons[code ?? ''] ?? `the connection failed${code ? ` (${code})` : ''}`)
  return { what: 'again', sentence: `The receiver could not be reached: ${why}.`, waitMs: null }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it broke off the connection',
  UND_ERR_SOCKET: 'it broke off the connection',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'its answer was too long',
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let at = error; at instanceof Error && found.length < 10; at = at.cause) found.push(at)
  return found
}
