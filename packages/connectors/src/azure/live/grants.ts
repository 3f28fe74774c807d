/**
 * What the application may read in a subscription. Resource Graph leaves out what it may not: an empty answer would
 * look like a subscription in which everything was deleted. So each unit asks for its permissions before it is read.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import type { AzureSession, Grant } from './session.ts'

const action = 'Microsoft.Authorization/permissions/read'
const texts = z.array(z.string()).nullish()
const schema = z.object({
  value: z.array(z.object({ actions: texts, notActions: texts })),
  nextLink: z.string().nullish(),
})

/** Which of `actions` the application may not perform in the subscription. */
export async function missingActions(
  session: AzureSession,
  subscription: string,
  actions: readonly string[],
): Promise<string[]> {
  const existing = session.granted.get(subscription)
  const reading = existing ?? readGrants(session, subscription)
  session.granted.set(subscription, reading)
  try {
    const grants = await reading
    return actions.filter((needed) => !grants.some((grant) => allows(grant, needed)))
  } catch (error) {
    session.granted.delete(subscription)
    throw error
  }
}

export async function requireActions(
  session: AzureSession,
  subscription: string,
  actions: readonly string[],
): Promise<void> {
  const [missing] = await missingActions(session, subscription, actions)
  if (missing === undefined) return
  throw new SyncFailure(
    'denied',
    `The role of Kept does not allow ${missing}. Add the action shown to the role, or assign it to this subscription.`,
    { action: missing },
  )
}

async function readGrants(session: AzureSession, subscription: string): Promise<readonly Grant[]> {
  const grants: Grant[] = []
  let path: string | undefined =
    `/subscriptions/${encodeURIComponent(subscription)}/providers/Microsoft.Authorization/permissions?api-version=2022-04-01`
  while (path !== undefined) {
    const { value, nextLink }: z.output<typeof schema> = parseAnswer(action, schema, await session.send(action, path))
    grants.push(...value.map((grant) => ({ actions: grant.actions ?? [], notActions: grant.notActions ?? [] })))
    path = nextLink || undefined
  }
  return grants
}

/** Each role of its own: what one excludes, another may still allow. */
function allows({ actions, notActions }: Grant, needed: string): boolean {
  return actions.some((pattern) => matches(pattern, needed)) && !notActions.some((pattern) => matches(pattern, needed))
}

/** `*` stands for any text. Each part is searched after the one before, so that no pattern takes long. */
function matches(pattern: string, needed: string): boolean {
  const text = needed.toLowerCase()
  const [first = '', ...parts] = pattern.toLowerCase().split('*')
  const last = parts.pop()
  if (last === undefined) return first === text
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  for (const part of parts) {
    const match = text.indexOf(part, from)
    if (match < 0) return false
    from = match + part.length
  }
  return from <= text.length - last.length
}
